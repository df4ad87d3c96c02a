/**
 * Packs what callers send without holding up the calls of others: small bodies at once, large ones on a thread of
 * their own, one after the other. Parsing and checking 10 MiB takes a few hundred milliseconds, in which the event
 * loop would answer nobody.
 */
import { problem } from '../../lib/errors.ts';
import { type Outcome, type Refusal, refused } from '../../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../../lib/thread-queue.ts';
import { type Packed, type PackJob, pack } from './pack-jobs.ts';

/** Packed in about a millisecond; starting a thread takes longer. */
const smallBytes = 64 * 1024;

const threads = createThreadQueue<PackJob, Outcome<never>>({
  // The same ending as this file's own: compiled code starts compiled code.
  workerFile: new URL(`./pack-worker${import.meta.url.slice(-3)}`, import.meta.url),
  // Ten times the largest dictionary as strings in a map.
  maxHeapMb: 512,
  // 16 of the largest bodies are 176 MiB. Whoever comes then is told to come back.
  maxWaiting: 16,
  maxWaitingPerTeam: 8,
  // The largest takes half a second; the rest is for a machine that is busy with other things.
  maxMs: 30_000,
});

export async function prepare<Job extends PackJob>(
  teamId: string,
  job: Job,
  /** How much it is to work through, where the content is packed itself. */
  bytes = job.content.byteLength,
): Promise<Outcome<Packed<Job>>> {
  if (bytes <= smallBytes) return pack(job);
  const packed = threads.run(teamId, job) ?? tooBusy;
  return Promise.resolve(packed).catch((error: unknown) => {
    if (error instanceof ThreadLimitError) return tooMuchWork;
    throw error;
  });
}

const tooMuchWork = refused(
  'payload_too_large',
  'Reading this glossary takes too much time or memory. Split it into several glossaries.',
);

const tooBusy: Refusal = {
  ok: false,
  problem: problem('service_unavailable', 'Many large glossaries arrive at once. Try again later.', 5),
};
