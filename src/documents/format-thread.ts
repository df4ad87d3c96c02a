/** Taking files apart and putting them together, off the event loop and one after the other. */
import { type Problem, problem } from '../lib/errors.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../lib/thread-queue.ts';
import type { FormatJob, FormatResult } from './format-jobs.ts';
import type { DocumentUnit } from './formats/format.ts';

/** The largest file unpacked, as text and as a tree, with room; a file that needs more is meant to. */
const maxHeapMb = 1_024;

/** Far more than the largest honest file takes. */
const maxMs = 60_000;

/** Each waits with its file in memory. */
const maxWaiting = 16;

export interface FormatThread {
  open(teamId: string, format: string, file: Uint8Array): Promise<Outcome<readonly DocumentUnit[]>>;
  assemble(
    teamId: string,
    format: string,
    file: Uint8Array,
    translations: readonly string[],
    target: string,
  ): Promise<Outcome<Uint8Array>>;
}

/** `maxWaitingPerTeam`: of the files that wait. What a worker takes is bounded already by how many it works on at once. */
export function startFormatThread(maxWaitingPerTeam = maxWaiting): FormatThread {
  const queue = createThreadQueue<FormatJob, FormatResult>({
    workerFile: new URL(`./format-worker${import.meta.url.slice(-3)}`, import.meta.url),
    maxHeapMb,
    maxWaiting,
    maxWaitingPerTeam,
    maxMs,
  });
  const run = async (
    teamId: string,
    job: FormatJob,
  ): Promise<Outcome<Extract<FormatResult, { ok: true }>>> => {
    const running = queue.run(teamId, job);
    if (running === undefined) return { ok: false, problem: tooMany };
    const result = await running.catch(asFault);
    return result.ok ? done(result) : { ok: false, problem: invalid(result.detail) };
  };
  return {
    async open(teamId, format, file) {
      const opened = await run(teamId, { kind: 'open', format, file });
      return opened.ok ? done(opened.value.units ?? []) : opened;
    },
    async assemble(teamId, format, file, translations, target) {
      const assembled = await run(teamId, { kind: 'assemble', format, file, translations, target });
      return assembled.ok ? done(assembled.value.file ?? new Uint8Array()) : assembled;
    },
  };
}

/** A file that takes all memory or all time of its thread is to blame itself; anything else is an error of ours. */
function asFault(error: unknown): FormatResult {
  if (!(error instanceof ThreadLimitError)) throw error;
  return { ok: false, detail: 'Invalid file: it takes too much to read. Send it in smaller parts.' };
}

function invalid(detail: string): Problem {
  return problem('invalid_request', detail);
}

const tooMany = problem('service_unavailable', 'Many documents are being read. Try again later.', 5);
