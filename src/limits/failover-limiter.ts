/**
 * Uses Redis while it answers and this node's memory otherwise: limits always apply, and no failure refuses
 * or fails a call. The first failure opens the circuit breaker, so that only one call waits for a time-out;
 * from then on background probes ask Redis, not calls.
 */
import type { Logger } from '../observability/logger.ts';
import type { Limiter, RateRequest, RateVerdict } from './limiter.ts';
import type { LocalLimiter } from './local-limiter.ts';
import type { RedisLimiter } from './redis-limiter.ts';

const probeEveryMs = 250;
/**
 * Two consecutive probes must succeed, and each hands over what this node admitted. Between the two, every
 * other node has had time for its own hand-over, so no node meets a Redis that looks unused.
 */
const probesToClose = 2;

/** For a lost connection, which no particular request caused. */
const placeholderRequest: RateRequest = {
  bucket: 'probe',
  rates: [
    { intervalUs: 1, burst: 1, largestCost: 1 },
    { intervalUs: 1, burst: 1, largestCost: 1 },
  ],
  costs: [1, 1],
};

export interface FailoverParts {
  readonly redis: RedisLimiter;
  readonly local: LocalLimiter;
  /** Tells the other nodes whether this one runs without Redis. */
  readonly announce: (isAlone: boolean) => void;
  readonly logger: Logger;
}

export class FailoverLimiter implements Limiter {
  readonly #parts: FailoverParts;
  /** The request whose failure opened the breaker. Probes use its bucket, on its server of a Cluster. */
  #suspect = placeholderRequest;
  #isOpen = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: FailoverParts) {
    this.#parts = parts;
  }

  async take(request: RateRequest): Promise<RateVerdict> {
    if (this.#isOpen) return this.#parts.local.take(request);
    try {
      return await this.#parts.redis.take(request);
    } catch (err) {
      this.open(err, request);
      return this.#parts.local.take(request);
    }
  }

  /** Also called when the connection is lost: the server behind the next one may have lost its data. */
  open(err: unknown, suspect: RateRequest = placeholderRequest): void {
    if (this.#isOpen || this.#isClosed) return;
    this.#isOpen = true;
    this.#suspect = suspect;
    this.#parts.local.begin();
    this.#parts.announce(true);
    this.#parts.logger.warn('Redis is unreachable: this node enforces its share of the limits locally', {
      err,
    });
    this.#probeLater(0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #probeLater(succeeded: number): void {
    this.#timer = setTimeout(() => void this.#probe(succeeded), probeEveryMs);
    this.#timer.unref();
  }

  async #probe(succeeded: number): Promise<void> {
    try {
      // A probe writes, like every check: a Redis that is out of memory answers a PING but refuses the calls.
      await this.#parts.redis.probe(this.#suspect);
      await this.#parts.redis.handOver(this.#parts.local);
      if (this.#isClosed) return;
      if (succeeded + 1 < probesToClose) return this.#probeLater(succeeded + 1);
      this.#isOpen = false;
      this.#parts.announce(false);
      this.#parts.logger.warn('Redis is reachable again: the nodes share the limits');
    } catch {
      if (!this.#isClosed) this.#probeLater(0);
    }
  }
}
