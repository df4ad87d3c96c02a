/** Compiles small dictionaries at once and large ones on a thread, so that no other call waits for them. */
import { problem } from '../../lib/errors.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import { createThreadQueue } from '../../lib/thread-queue.ts';
import { type CompileJob, compile } from './compile-jobs.ts';
import type { TermTable } from './term-table.ts';

/** Compiled in a few milliseconds; a thread needs longer to start. */
const smallBytes = 64 * 1024;

const threads = createThreadQueue<CompileJob, TermTable>({
  // The same ending as this file's own: compiled code starts compiled code.
  workerFile: new URL(`./compile-worker${import.meta.url.slice(-3)}`, import.meta.url),
  // The largest dictionary has a million terms; each is a number or two while its table is built.
  maxHeapMb: 512,
  // The largest takes about a second: whoever waits behind more than these would miss the deadline.
  maxWaiting: 16,
});

export async function compileOffLoop(job: CompileJob, bytes: number): Promise<Outcome<TermTable>> {
  if (bytes <= smallBytes) return done(compile(job));
  const table = threads.run(job);
  return table === undefined ? tooBusy : done(await table);
}

const tooBusy: Refusal = {
  ok: false,
  problem: problem(
    'service_unavailable',
    'Many large glossaries are used for the first time. Try again later.',
    5,
  ),
};
