/**
 * Packs what callers send without holding up the calls of others: small bodies at once, large ones on a thread of
 * their own, one after the other. Parsing and checking 10 MiB takes a few hundred milliseconds, in which the event
 * loop would answer nobody.
 */
import { Worker } from 'node:worker_threads';
import { problem } from '../../lib/errors.ts';
import type { Outcome, Refusal } from '../../lib/outcome.ts';
import { type Packed, type PackJob, pack } from './pack-jobs.ts';

/** Packed in about a millisecond; starting a thread takes longer. */
const smallBytes = 64 * 1024;

/** Ten times the largest dictionary as strings in a map; a thread that needs more has a fault. */
const maxHeapMb = 512;

/** Bodies that wait hold memory: 16 of the largest are 176 MiB. Whoever comes then is told to come back. */
const maxWaiting = 16;

// One at a time: two cores busy with dictionaries would leave none for calls.
let latest: Promise<unknown> = Promise.resolve();
let waiting = 0;

export async function prepare<Job extends PackJob>(
  job: Job,
  /** How much it is to work through, where the content is packed itself. */
  bytes = job.content.byteLength,
): Promise<Outcome<Packed<Job>>> {
  if (bytes <= smallBytes) return pack(job);
  if (waiting >= maxWaiting) return tooBusy;
  waiting++;
  const mine = latest.then(() => packOnThread(job)).finally(() => waiting--);
  latest = mine.catch(() => undefined);
  return mine;
}

const tooBusy: Refusal = {
  ok: false,
  problem: problem('service_unavailable', 'Many large glossaries arrive at once. Try again later.', 5),
};

// The same ending as this file's own: compiled code starts compiled code.
const workerFile = new URL(`./pack-worker${import.meta.url.slice(-3)}`, import.meta.url);

function packOnThread<Job extends PackJob>(job: Job): Promise<Outcome<Packed<Job>>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that packs dictionaries ended with ${code}`)));
  });
}
