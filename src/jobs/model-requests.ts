/**
 * Works off what operators ask of this node's models, one request at a time, and notices changes that others made in
 * the folder. An interrupted pull continues where it stopped, on this node or on the next one that has the folder.
 */
import { ModelError, type ModelFailure } from '../lib/model-failures.ts';
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import type { Job } from './job.ts';

const everyMs = 2_000;
const reportEveryMs = 1_000;

/** A registry may be down for a minute. After that, somebody should know. */
const maxAttempts = 6;
const firstPauseMs = 2_000;

/** The other nodes see a request at their next look. Until then they may start calls with the model. */
const noticeMs = 2 * everyMs;

export interface RequestedChange {
  readonly id: string;
  readonly pair: string;
  readonly action: 'pull' | 'remove';
  readonly architecture: string | null;
}

export interface PullProgress {
  readonly file: string;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
}

export interface EndOfAttempt {
  readonly state: 'waiting' | 'done' | 'failed';
  readonly attempts: number;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

/** The requests as this node sees them. */
export interface RequestStore {
  open(): Promise<readonly RequestedChange[]>;
  claim(requestId: string): Promise<boolean>;
  report(requestId: string, progress: PullProgress | undefined): Promise<boolean>;
  end(requestId: string, end: EndOfAttempt): Promise<void>;
  endFinished(): Promise<void>;
}

/** The models of this node. */
export interface NodeModels {
  isPinned(name: string): boolean;
  retire(name: string): void;
  endRetirement(name: string): Promise<void>;
  reload(): Promise<void>;
  signature(): Promise<string>;
  pull(
    change: RequestedChange,
    signal: AbortSignal,
    onProgress: (progress: PullProgress) => void,
  ): Promise<void>;
  remove(name: string, signal: AbortSignal): Promise<void>;
}

export interface ModelRequestsOptions {
  readonly requests: RequestStore;
  readonly models: NodeModels;
  /** How long a call may still use a model that is to be removed. */
  readonly callDeadlineMs: number;
  readonly logger: Logger;
}

export interface ModelRequestsJob extends Job {
  /** Looks for requests at once. */
  wake(): void;
}

export function startModelRequests(options: ModelRequestsOptions): ModelRequestsJob {
  const { requests, logger } = options;
  const worker = new RequestWorker(options);
  const watch = new FolderWatch(options.models);
  const rounds = runEvery(everyMs, async () => {
    try {
      await watch.look();
      await worker.look(await requests.open());
      await requests.endFinished();
    } catch (err) {
      logger.warn('the requests for models could not be read', { err });
    }
  });
  void rounds.runNow();
  return {
    wake: () => void rounds.runNow(),
    async close() {
      await rounds.stop();
      await worker.close();
    },
  };
}

/** Models may also be changed by the command line, or by another node with the same folder. */
class FolderWatch {
  readonly #models: NodeModels;
  #seen: string | undefined;

  constructor(models: NodeModels) {
    this.#models = models;
  }

  async look(): Promise<void> {
    const signature = await this.#models.signature();
    if (signature === this.#seen) return;
    this.#seen = signature;
    await this.#models.reload();
  }
}

/** What is known of a request besides its row. */
interface Attempts {
  count: number;
  notBeforeMs: number;
  hasEnded: boolean;
}

class RequestWorker {
  readonly #options: ModelRequestsOptions;
  readonly #attempts = new Map<string, Attempts>();
  readonly #retired = new Map<string, number>();
  #current:
    | { readonly id: string; readonly controller: AbortController; readonly end: Promise<void> }
    | undefined;

  constructor(options: ModelRequestsOptions) {
    this.#options = options;
  }

  async look(open: readonly RequestedChange[]): Promise<void> {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#attempts.keys()) if (!ids.has(id)) this.#attempts.delete(id);
    if (this.#current !== undefined && !ids.has(this.#current.id)) this.#current.controller.abort();
    await this.#retire(open);
    if (this.#current !== undefined) return;
    const next = open.find((request) => this.#isDue(request));
    if (next === undefined || !(await this.#options.requests.claim(next.id))) return;
    const controller = new AbortController();
    const end = this.#work(next, controller).finally(() => {
      this.#current = undefined;
    });
    this.#current = { id: next.id, controller, end };
  }

  async close(): Promise<void> {
    this.#current?.controller.abort();
    await this.#current?.end;
  }

  #isDue({ id, pair, action }: RequestedChange): boolean {
    const { hasEnded, notBeforeMs } = this.#attemptsFor(id);
    if (hasEnded || performance.now() < notBeforeMs) return false;
    const retiredAt = this.#retired.get(pair) ?? Number.NEGATIVE_INFINITY;
    const usedUntil = retiredAt + this.#options.callDeadlineMs + noticeMs;
    return action === 'pull' || performance.now() >= usedUntil;
  }

  /** All nodes stop using a model before the first of them deletes it. */
  async #retire(open: readonly RequestedChange[]): Promise<void> {
    const { models } = this.#options;
    const leaving = open.filter(({ pair, action }) => action === 'remove' && !models.isPinned(pair));
    for (const { id, pair } of leaving) {
      if (this.#retired.has(pair) || this.#attemptsFor(id).hasEnded) continue;
      models.retire(pair);
      this.#retired.set(pair, performance.now());
    }
    for (const pair of this.#retired.keys()) {
      if (leaving.some((request) => request.pair === pair)) continue;
      this.#retired.delete(pair);
      await models.endRetirement(pair);
    }
  }

  async #work(request: RequestedChange, controller: AbortController): Promise<void> {
    const { requests, models, logger } = this.#options;
    const { signal } = controller;
    let progress: PullProgress | undefined;
    const reports = runEvery(reportEveryMs, async () => {
      const isMine = await requests.report(request.id, progress).catch(() => true);
      if (!isMine) controller.abort();
    });
    try {
      if (request.action === 'pull') {
        await models.pull(request, signal, (now) => {
          progress = now;
        });
        await models.reload();
      } else await this.#remove(request, signal);
      await reports.stop();
      await this.#end(request, { state: 'done' });
      logger.info(request.action === 'pull' ? 'a model was installed' : 'a model was removed', {
        pair: request.pair,
      });
    } catch (error) {
      await reports.stop();
      await this.#endFailed(request, error, signal);
    }
  }

  async #remove({ pair }: RequestedChange, signal: AbortSignal): Promise<void> {
    const { models } = this.#options;
    if (models.isPinned(pair))
      throw new ModelError('pinned', `The configuration file pins ${pair}.`, 'Remove it from "pinned".');
    await models.remove(pair, signal);
    this.#retired.delete(pair);
    await models.endRetirement(pair);
  }

  async #endFailed(request: RequestedChange, error: unknown, signal: AbortSignal): Promise<void> {
    // Cancelled, or the server stops: another node may take the folder at once.
    if (signal.aborted) return this.#end(request, { state: 'waiting' });
    const reason: ModelFailure = error instanceof ModelError ? error.reason : 'other';
    const detail = error instanceof Error ? error.message : undefined;
    this.#options.logger.warn('a model could not be changed', { pair: request.pair, reason, err: error });
    const attempts = this.#attemptsFor(request.id);
    if (reason !== 'busy') attempts.count++;
    const isTemporary = ['interrupted', 'registry', 'busy'].includes(reason);
    attempts.notBeforeMs = performance.now() + firstPauseMs * 2 ** Math.max(0, attempts.count - 1);
    const state = isTemporary && attempts.count < maxAttempts ? 'waiting' : 'failed';
    return this.#end(request, { state, reason, detail });
  }

  async #end({ id }: RequestedChange, end: Omit<EndOfAttempt, 'attempts'>): Promise<void> {
    const { requests, logger } = this.#options;
    const attempts = this.#attemptsFor(id);
    try {
      await requests.end(id, { ...end, attempts: attempts.count });
      // Otherwise the work is repeated, which finds the model in its place.
      attempts.hasEnded = end.state !== 'waiting';
    } catch (err) {
      logger.warn('the end of work on a model could not be recorded', { err });
    }
  }

  #attemptsFor(id: string): Attempts {
    const known = this.#attempts.get(id) ?? { count: 0, notBeforeMs: 0, hasEnded: false };
    this.#attempts.set(id, known);
    return known;
  }
}
