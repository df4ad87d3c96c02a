/** Compiles small dictionaries in turns on the main thread and large ones on a thread of their own. */
import { problem } from '../../lib/errors.ts';
import type { Pace } from '../../lib/event-loop-turns.ts';
import { done, type Outcome, type Refusal, refused } from '../../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../../lib/thread-queue.ts';
import { type CompileJob, compileInTurns } from './compile-jobs.ts';
import { processHashKey } from './term-hash.ts';
import type { TermTable } from './term-table.ts';

/** Compiled in some milliseconds; a thread needs longer to start. */
const smallBytes = 64 * 1024;

const threads = createThreadQueue<CompileJob, TermTable>({
  // The same ending as this file's own: compiled code starts compiled code.
  workerFile: new URL(`./compile-worker${import.meta.url.slice(-3)}`, import.meta.url),
  // The largest dictionary has a million terms; each is a number or two while its table is built.
  maxHeapMb: 512,
  // The largest takes about a second: whoever waits behind more than these would miss the deadline.
  maxWaiting: 16,
  maxWaitingPerTeam: 8,
  // The largest takes about a second. No call waits for longer than this anyway.
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
  if (table === undefined) return tooBusy;
  return table.then(done, (error: unknown) => {
    if (error instanceof ThreadLimitError) return tooMuchWork;
    throw error;
  });
}

const tooMuchWork = refused(
  'payload_too_large',
  'Compiling this glossary takes too much time or memory. Split it into several glossaries.',
);

const tooBusy: Refusal = {
  ok: false,
  problem: problem(
    'service_unavailable',
    'Many large glossaries are used for the first time. Try again later.',
    5,
  ),
};
