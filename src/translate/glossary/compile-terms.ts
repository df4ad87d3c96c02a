/** Compiles small dictionaries in turns on the main thread and large ones on a worker thread. */
import type { Pace } from '../../lib/event-loop-turns.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../../lib/thread-queue.ts';
import * as refusals from '../refusals.ts';
import { type CompileJob, compileInTurns } from './compile-jobs.ts';
import { processHashKey } from './term-hash.ts';
import type { TermTable } from './term-table.ts';

/** Takes a few milliseconds to compile; starting a thread takes longer. */
const smallBytes = 64 * 1024;

const threads = createThreadQueue<CompileJob, TermTable>({
  // The extension of this file (.ts or .js), so that compiled code starts the compiled worker.
  workerFile: new URL(`./compile-worker${import.meta.url.slice(-3)}`, import.meta.url),
  // The largest dictionary has a million terms, each of which takes one or two numbers during compilation.
  maxHeapMb: 512,
  // The largest takes about a second: a call behind more jobs than this would miss its deadline.
  maxWaiting: 16,
  maxWaitingPerTeam: 8,
  // The largest takes about a second, and no call waits longer than this.
  maxMs: 30_000,
});

export async function compileOffLoop(
  entries: Pick<CompileJob, 'entries' | 'isPacked'>,
  bytes: number,
  { teamId, pace }: { readonly teamId: string; readonly pace: Pace },
): Promise<Outcome<TermTable>> {
  const job = { ...entries, hashKey: processHashKey };
  if (bytes <= smallBytes) return done(await compileInTurns(job, pace));
  const table = threads.run(teamId, job);
  if (table === undefined) return refusals.tooManyGlossaries;
  return table.then(done, (error: unknown) => {
    if (error instanceof ThreadLimitError) return refusals.largeGlossary;
    throw error;
  });
}
