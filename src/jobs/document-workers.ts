/**
 * Runs document workers: a document is translated as soon as it is queued and this process has a free worker.
 * Each process reports every few seconds that it is alive; other processes take over the documents of one
 * that has stopped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentWork } from '../documents/lifecycle/translate-document.ts';
import { runEvery } from '../lib/run-every.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Logger } from '../observability/logger.ts';
import type { Job } from './job.ts';

const heartbeatMs = 3_000;

/** Several missed heartbeats: a slow process keeps its documents, and those of a dead one wait briefly. */
const silenceMs = 12_000;

/** The pause between attempts to run the queue while the database is unreachable. */
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
    const recovered = await queue.recover(running, silenceMs);
    if (recovered > 0)
      logger.warn('documents of a lost worker were returned to the queue', { count: recovered });
  };
  const heartbeats = runEvery(heartbeatMs, () =>
    beat().catch((err: unknown) =>
      logger.warn('the document workers could not write their heartbeat', { err }),
    ),
  );

  /** The queue stops if the database is unreachable for longer, so it is restarted until the process ends. */
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      try {
        running = await queue.run({ concurrency, logger, work: (job) => work.run(job, ending.signal) });
        // If `close` was called during the start, it found nothing to stop.
        if (ending.signal.aborted) await running.stop();
        await heartbeats.runNow();
        await running.ended;
      } catch (err) {
        if (!ending.signal.aborted) logger.warn('the document queue stopped and is being restarted', { err });
      }
      running = undefined;
      await delay(restartPauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };

  const kept = keepRunning();
  return {
    async close() {
      const lastBeat = heartbeats.stop();
      // Documents in progress go back to the queue, and another process takes them.
      ending.abort(new Error('this process ends'));
      await running?.stop();
      await kept;
      await lastBeat;
      await queue.remove(id).catch(() => undefined);
    },
  };
}
