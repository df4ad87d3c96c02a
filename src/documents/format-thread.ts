/** Taking files apart and putting them together, off the event loop and one after the other. */
import { type Problem, problem } from '../lib/errors.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import { createThreadQueue } from '../lib/thread-queue.ts';
import type { FormatJob, FormatResult } from './format-jobs.ts';
import type { DocumentUnit } from './formats/format.ts';

/** The largest file unpacked, as text and as a tree, with room; a file that needs more is meant to. */
const maxHeapMb = 1_024;

/** Far more than the largest honest file takes. */
const maxMs = 60_000;

/** Each waits with its file in memory. */
const maxWaiting = 16;

export interface FormatThread {
  open(format: string, file: Uint8Array): Promise<Outcome<readonly DocumentUnit[]>>;
  assemble(
    format: string,
    file: Uint8Array,
    translations: readonly string[],
    target: string,
  ): Promise<Outcome<Uint8Array>>;
}

export function startFormatThread(): FormatThread {
  const queue = createThreadQueue<FormatJob, FormatResult>({
    workerFile: new URL(`./format-worker${import.meta.url.slice(-3)}`, import.meta.url),
    maxHeapMb,
    maxWaiting,
    maxMs,
  });
  const run = async (job: FormatJob): Promise<Outcome<Extract<FormatResult, { ok: true }>>> => {
    const running = queue.run(job);
    if (running === undefined) return { ok: false, problem: tooMany };
    const result = await running.catch(asFault);
    return result.ok ? done(result) : { ok: false, problem: invalid(result.detail) };
  };
  return {
    async open(format, file) {
      const opened = await run({ kind: 'open', format, file });
      return opened.ok ? done(opened.value.units ?? []) : opened;
    },
    async assemble(format, file, translations, target) {
      const assembled = await run({ kind: 'assemble', format, file, translations, target });
      return assembled.ok ? done(assembled.value.file ?? new Uint8Array()) : assembled;
    },
  };
}

/** A file that takes all memory or all time of its thread is to blame itself; anything else is a fault of ours. */
function asFault(error: Error & { code?: string }): FormatResult {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY' || /ended with/.test(error.message)) {
    return { ok: false, detail: 'Invalid file: it takes too much to read. Send it in smaller parts.' };
  }
  throw error;
}

function invalid(detail: string): Problem {
  return problem('invalid_request', detail);
}

const tooMany = problem('service_unavailable', 'Many documents are being read. Try again later.', 5);
