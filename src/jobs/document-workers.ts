/**
 * Says when documents are translated: as soon as one waits and this process has a hand free. A process tells the others
 * every few seconds that it lives; what one has in hand that does not any more is taken up by another.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentWork } from '../documents/translate-document.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Logger } from '../observability/logger.ts';
import type { Job } from './job.ts';

const beatMs = 3_000;

/** A few missed beats: a process that is only slow should keep its documents, and a dead one's wait is short. */
const silenceMs = 12_000;

/** Between tries to run the queue while the database is away. */
const restartPauseMs = 1_000;

interface RunningQueue {
  readonly id: string;
  documentsInHand(): readonly string[];
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerQueue {
  run(options: {
    readonly concurrency: number;
    readonly logger: Logger;
    readonly work: (job: { readonly teamId: string; readonly id: string }) => Promise<void>;
  }): Promise<RunningQueue>;
  report(worker: {
    readonly id: string;
    readonly queueId: string;
    readonly concurrency: number;
  }): Promise<void>;
  remove(workerId: string): Promise<void>;
  recover(running: RunningQueue, silenceMs: number): Promise<number>;
}

export interface DocumentWorkersOptions {
  readonly queue: WorkerQueue;
  readonly work: DocumentWork;
  readonly concurrency: number;
  readonly logger: Logger;
}

export function startDocumentWorkers({ queue, work, concurrency, logger }: DocumentWorkersOptions): Job {
  const id = uuidV7();
  const ending = new AbortController();
  let running: RunningQueue | undefined;

  const beat = async () => {
    if (running === undefined) return;
    await queue.report({ id, queueId: running.id, concurrency });
    const helped = await queue.recover(running, silenceMs);
    if (helped > 0) logger.warn('documents of a lost worker go on', { count: helped });
  };
  const tryToBeat = oneAtATime(() =>
    beat().catch((err: unknown) => logger.warn('the workers of documents could not report', { err })),
  );

  /** The queue gives up when the database is away for longer; it is run again until this process ends. */
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      try {
        running = await queue.run({ concurrency, logger, work: (job) => work.run(job, ending.signal) });
        // Whoever closed meanwhile found nothing to stop.
        if (ending.signal.aborted) await running.stop();
        await tryToBeat();
        await running.ended;
      } catch (err) {
        if (!ending.signal.aborted) logger.warn('the queue of documents stopped, and is run again', { err });
      }
      running = undefined;
      await delay(restartPauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };

  const kept = keepRunning();
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = tryToBeat();
  }, beatMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      // What is under way goes back to the queue, and another process takes it.
      ending.abort(new Error('this process ends'));
      await running?.stop();
      await kept;
      await beating;
      await queue.remove(id).catch(() => undefined);
    },
  };
}
