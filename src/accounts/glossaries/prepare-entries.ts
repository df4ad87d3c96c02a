/**
 * Packs request content without blocking other calls: small bodies at once, large ones on a separate thread,
 * one after another. Parsing and checking 10 MiB takes a few hundred milliseconds, during which the event
 * loop would serve no other call.
 */
import type { Outcome } from '../../lib/outcome.ts';
import { createThreadQueue, ThreadLimitError } from '../../lib/thread-queue.ts';
import { type Packed, type PackJob, pack } from './pack-jobs.ts';
import * as refusals from './refusals.ts';

/** Packing this much takes about a millisecond; starting a thread takes longer. */
const smallBytes = 64 * 1024;

const threads = createThreadQueue<PackJob, Outcome<never>>({
  // Uses this file's own extension, so that compiled code starts compiled code.
  workerFile: new URL(`./pack-worker${import.meta.url.slice(-3)}`, import.meta.url),
  // Ten times the size of the largest dictionary as strings in a map.
  maxHeapMb: 512,
  // 16 bodies of the largest size take 176 MiB. Beyond that, callers are told to retry.
  maxWaiting: 16,
  maxWaitingPerTeam: 8,
  // The largest body takes half a second; the rest is a margin for a busy machine.
  maxMs: 30_000,
});

export async function prepare<Job extends PackJob>(
  teamId: string,
  job: Job,
  /** The amount of data to process, if the content is itself packed. */
  bytes = job.content.byteLength,
): Promise<Outcome<Packed<Job>>> {
  if (bytes <= smallBytes) return pack(job);
  const packed = threads.run(teamId, job) ?? refusals.tooManyBodies;
  return Promise.resolve(packed).catch((error: unknown) => {
    if (error instanceof ThreadLimitError) return refusals.costlyGlossary;
    throw error;
  });
}
