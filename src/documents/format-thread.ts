/** Opens and assembles files off the event loop, one at a time. */
import { done, type Outcome } from '../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../lib/thread-queue.ts';
import type { FormatJob, FormatResult } from './format-jobs.ts';
import type { DocumentUnit } from './formats/format.ts';
import * as refusals from './refusals.ts';

/** Room for the largest file, unpacked, as text and as a tree, with a margin; only an attack needs more. */
const maxHeapMb = 1_024;

/** Far more than the largest legitimate file takes. */
const maxMs = 60_000;

/** Their files count towards the memory budget for bodies (http/exchange-budget.ts), so this limits only the wait. */
const maxWaiting = 32;

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

/**
 * `maxWaitingPerTeam` limits the waiting files of one team. A worker does not need it: the number of
 * documents that it translates at once is already limited.
 */
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
    if (running === undefined)
      return queue.isTeamFull(teamId)
        ? refusals.tooManyFilesOfTeam(maxWaitingPerTeam)
        : refusals.tooManyFiles;
    const result = await running.catch(asInvalidFile);
    return result.ok ? done(result) : refusals.invalidFile(result.detail);
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

/** A file that exhausts the memory or the time of its thread is invalid; any other error is internal. */
function asInvalidFile(error: unknown): FormatResult {
  if (!(error instanceof ThreadLimitError)) throw error;
  return { ok: false, detail: refusals.costlyFile };
}
