/**
 * Counts refused calls by team, minute and code. They cost nothing and have no row in the ledger, so a count
 * that a crash loses is no loss of money; writing each one would make refusing dearer than serving.
 */
import type { Logger } from '../observability/logger.ts';
import type { RefusalCount } from '../store/postgres/usage.ts';

const flushEveryMs = 1_000;
const minuteMs = 60_000;

export class RefusalCounter {
  readonly #write: (counts: RefusalCount[]) => Promise<void>;
  readonly #logger: Logger;
  #counts = new Map<string, { team: string; minute: Date; code: string; calls: number }>();
  #flushing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(write: (counts: RefusalCount[]) => Promise<void>, logger: Logger) {
    this.#write = write;
    this.#logger = logger;
    this.#timer = setInterval(() => {
      this.#flushing = this.#flushing.then(() => this.#flush());
    }, flushEveryMs);
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
    await this.#flushing.then(() => this.#flush());
  }

  async #flush(): Promise<void> {
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
