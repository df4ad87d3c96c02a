/**
 * Calls that arrive at a set rate, whatever becomes of the ones before. Each has an Idempotency-Key and is
 * repeated until it is answered 200, so at the end every key is worth exactly what the ledger must hold.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { scale } from '../../support/long-form.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';
import { type Answered, send } from '../../support/translate-client.ts';

export interface LoadOptions {
  readonly random: SeededRandom;
  readonly ratePerSecond: number;
  readonly keys: readonly string[];
  /** Where to send the next try; undefined while no node is up. */
  readonly pickUrl: () => string | undefined;
  /** The share of tries whose client hangs up after at most `abortWithinMs`. */
  readonly abortShare?: number;
  readonly abortWithinMs?: number;
  /** The longest pause before a call is repeated; in a long outage many wait, and each costs as much as a call. */
  readonly longestPauseMs?: number;
}

export interface Delivered {
  readonly requestId: string;
  readonly characters: number;
  readonly replayed: boolean;
  readonly answeredAtMs: number;
  /** Of the try that was answered. */
  readonly durationMs: number;
}

/**
 * More than this many calls under way, and the machine itself is what is measured. The gate, which shares its cores, waits
 * sooner: calls that pile up run past their deadlines.
 */
const maxUnderWay = scale(100, 1_500);

export class OpenLoopLoad {
  readonly delivered = new Map<string, Delivered>();
  /** How often each way of ending was seen, over all tries. */
  readonly endings = new Map<string, number>();
  /** What was said of each connection that broke. */
  readonly broken: string[] = [];
  /** When the last 200 came. */
  lastDeliveryMs = 0;
  readonly #options: LoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #underWayAt = new Map<string, number>();
  #isRunning = true;
  #count = 0;
  readonly #arrivals: Promise<void>;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#arrivals = this.#arrive();
  }

  get sent(): number {
    return this.#count;
  }

  /** Tries that a node has not answered yet. */
  underWayAt(url: string): number {
    return this.#underWayAt.get(url) ?? 0;
  }

  /** No more arrivals; returns when every call that arrived is answered. */
  async finish(): Promise<void> {
    this.#isRunning = false;
    await this.#arrivals;
    await Promise.all(this.#underWay);
  }

  /** What the clients were told that they pay, over distinct keys. */
  characters(): number {
    return [...this.delivered.values()].reduce((sum, { characters }) => sum + characters, 0);
  }

  async #arrive(): Promise<void> {
    const started = performance.now();
    while (this.#isRunning) {
      const due = ((performance.now() - started) / 1_000) * this.#options.ratePerSecond;
      while (this.#count < due && this.#underWay.size < maxUnderWay) this.#start(this.#count++);
      await delay(2);
    }
  }

  #start(number: number): void {
    const { random, keys } = this.#options;
    const call = {
      key: random.pick(keys),
      text: 'a house '.repeat(random.integer(1, 20)) + number,
      idempotencyKey: `call ${random.seed} ${number}`,
    };
    const work = this.#untilAnswered(call).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #untilAnswered(call: { key: string; text: string; idempotencyKey: string }): Promise<void> {
    const { random, pickUrl, abortShare = 0, abortWithinMs = 30, longestPauseMs = 60 } = this.#options;
    for (;;) {
      const url = pickUrl();
      if (url !== undefined) {
        const abortAfterMs = random.chance(abortShare) ? random.between(0, abortWithinMs) : undefined;
        const started = performance.now();
        this.#underWayAt.set(url, this.underWayAt(url) + 1);
        const outcome = await send(url, { ...call, abortAfterMs });
        this.#underWayAt.set(url, this.underWayAt(url) - 1);
        this.#note(endingOf(outcome));
        if (outcome.kind === 'broken' && !outcome.aborted) this.broken.push(outcome.error);
        if (outcome.kind === 'answered' && outcome.status === 200) {
          this.lastDeliveryMs = Date.now();
          this.delivered.set(call.idempotencyKey, {
            ...outcome,
            answeredAtMs: this.lastDeliveryMs,
            durationMs: performance.now() - started,
          });
          return;
        }
      }
      await delay(random.between(10, longestPauseMs));
    }
  }

  #note(ending: string): void {
    this.endings.set(ending, (this.endings.get(ending) ?? 0) + 1);
  }
}

function endingOf(outcome: Answered | { kind: 'broken'; aborted: boolean }): string {
  if (outcome.kind === 'broken') return outcome.aborted ? 'aborted' : 'broken';
  if (outcome.status !== 200) return outcome.code ?? String(outcome.status);
  return outcome.replayed ? 'replayed' : 'ok';
}
