/**
 * Counts refused calls by team, minute and code. They cost nothing and have no ledger row, so a count lost in
 * a crash loses no money; writing each one would make refusing more expensive than serving.
 */
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { Logger } from '../observability/logger.ts';
import type { RefusalCount } from '../store/postgres/usage.ts';

const flushEveryMs = 1_000;
const minuteMs = 60_000;

export class RefusalCounter {
  readonly #write: (counts: RefusalCount[]) => Promise<void>;
  readonly #logger: Logger;
  #counts = new Map<string, { team: string; minute: Date; code: string; calls: number }>();
  readonly #flush = oneAtATime(() => this.#writeCounts());
  readonly #timer: NodeJS.Timeout;

  constructor(write: (counts: RefusalCount[]) => Promise<void>, logger: Logger) {
    this.#write = write;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#flush(), flushEveryMs);
    this.#timer.unref();
  }

  count(team: string, code: string, nowMs: number = Date.now()): void {
    const minute = nowMs - (nowMs % minuteMs);
    const key = `${team} ${minute} ${code}`;
    const entry = this.#counts.get(key) ?? { team, minute: new Date(minute), code, calls: 0 };
    entry.calls++;
    this.#counts.set(key, entry);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #writeCounts(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      await this.#write(counts);
    } catch (err) {
      this.#logger.warn('refused calls could not be counted', { err, count: counts.length });
    }
  }
}
