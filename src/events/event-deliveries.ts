/**
 * Delivers events: takes what is due from the queue, sends it, and records how it ended. Every node does this. What a node that
 * dies was working on is due again at the end of its lease, so each event arrives at least once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../store/postgres/database.ts';
import type { AttemptEntry } from '../store/postgres/delivery-log.ts';
import {
  claimDeliveries,
  type DueDelivery,
  disableFailing,
  endDelivered,
  endFailed,
  returnDeliveries,
} from '../store/postgres/event-deliveries.ts';
import { pauseAfter } from './backoff.ts';

export type SendAnswer =
  | { readonly ok: true; readonly status: number | undefined }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly status?: number;
      readonly retryAfterMs?: number;
    };

export type Send = (delivery: DueDelivery) => Promise<SendAnswer>;

export interface DeliverySettings {
  /** How often the queue is asked while it is empty. */
  readonly pollMs: number;
  /** Longer than an attempt can take with the writing of its end, or two nodes send the same event. */
  readonly leaseMs: number;
  readonly firstPauseMs: number;
  /** A destination that fails for this long is turned off. */
  readonly disableAfterMs: number;
}

export const maxInProgress = 64;
const maxPerDestination = 8;
/** A team may have 20 receivers that hang. */
const maxPerOwner = 16;
/** Receivers that keep failing mostly hang, and must not fill the node. */
const maxFailing = 16;
/** Few: mail servers refuse clients that open many connections. Each has a connection, so that no attempt waits for one. */
export const maxMail = 2;
/** The end of the process does not wait for slow receivers: their events are sent again by another node. */
const closeTimeoutMs = 3_000;
/** Below this, the next claim waits for more ends, so that a busy queue is not asked for single rows. */
const minClaim = 8;

export interface EventDeliveries {
  /** Looks for what is due at once. */
  wake(): void;
  /** Takes nothing more, and waits for what is in progress. */
  close(): Promise<void>;
}

export function startEventDeliveries(
  db: Database,
  send: Send,
  settings: DeliverySettings,
  logger: Logger,
): EventDeliveries {
  const worker = new DeliveryWorker(db, send, settings, logger);
  const timer = setInterval(() => worker.wake(), settings.pollMs).unref();
  worker.wake();
  return {
    wake: () => worker.wake(),
    async close() {
      clearInterval(timer);
      await worker.close();
    },
  };
}

class DeliveryWorker {
  readonly #db: Database;
  readonly #send: Send;
  readonly #settings: DeliverySettings;
  readonly #logger: Logger;
  readonly #inProgress = new Map<string, { readonly destinationId: string; readonly end: Promise<void> }>();
  readonly #look: () => Promise<void>;
  #isClosed = false;
  #looking = Promise.resolve();

  constructor(db: Database, send: Send, settings: DeliverySettings, logger: Logger) {
    this.#db = db;
    this.#send = send;
    this.#settings = settings;
    this.#logger = logger;
    this.#look = oneAtATime(() => this.#claim());
  }

  wake(): void {
    if (this.#isClosed) return;
    this.#looking = this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#looking;
    const ends = [...this.#inProgress.values()].map(({ end }) => end);
    await Promise.race([Promise.all(ends), delay(closeTimeoutMs, undefined, { ref: false })]);
  }

  async #claim(): Promise<void> {
    const limit = maxInProgress - this.#inProgress.size;
    if (this.#isClosed || limit < minClaim) return;
    try {
      const { leaseMs } = this.#settings;
      const inProgress = this.#countByDestination();
      const claim = {
        limit,
        limitPerDestination: maxPerDestination,
        limitPerOwner: maxPerOwner,
        limitFailing: maxFailing,
        limitMail: maxMail,
        leaseMs,
        inProgress,
      };
      const claimed = await claimDeliveries(this.#db, claim);
      // The process ends: what was just taken must not wait for its lease.
      if (this.#isClosed) return await returnDeliveries(this.#db, claimed);
      for (const delivery of claimed) this.#start(delivery);
    } catch (err) {
      this.#logger.warn('the queue of events could not be read', { err });
    }
  }

  #countByDestination(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { destinationId } of this.#inProgress.values())
      counts.set(destinationId, (counts.get(destinationId) ?? 0) + 1);
    return counts;
  }

  #start(delivery: DueDelivery): void {
    const end = this.#deliver(delivery)
      .catch((err: unknown) =>
        // The lease ends, and the event is sent again.
        this.#logger.warn('the end of a delivery could not be recorded', { delivery: delivery.id, err }),
      )
      .finally(() => {
        this.#inProgress.delete(delivery.lease);
        this.wake();
      });
    this.#inProgress.set(delivery.lease, { destinationId: delivery.destinationId, end });
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const startedAt = new Date();
    const answer = await this.#trySend(delivery);
    const entry: AttemptEntry = {
      at: startedAt.toISOString(),
      ms: Date.now() - startedAt.getTime(),
      status: answer.status ?? null,
      reason: answer.ok ? null : answer.reason,
    };
    if (answer.ok) return endDelivered(this.#db, delivery, entry);
    const { firstPauseMs, disableAfterMs } = this.#settings;
    const retryMs = pauseAfter(delivery.attempts, firstPauseMs, answer.retryAfterMs);
    if (!(await endFailed(this.#db, delivery, entry, retryMs, disableAfterMs))) return;
    if (await disableFailing(this.#db, delivery.destinationId, disableAfterMs))
      this.#logger.warn('a destination for events failed for days and was turned off', {
        destination: delivery.destinationId,
      });
  }

  async #trySend(delivery: DueDelivery): Promise<SendAnswer> {
    try {
      return await this.#send(delivery);
    } catch (err) {
      this.#logger.error('a delivery failed unexpectedly', { delivery: delivery.id, err });
      return { ok: false, reason: 'internal_error' };
    }
  }
}
