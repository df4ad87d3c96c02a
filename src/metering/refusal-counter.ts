/**
 * Counts refused calls by team, minute and code. They cost nothing and have no ledger row, so a count lost in
 * a crash loses no money; writing each one would make refusing more expensive than serving.
 */
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import type { RefusalCount } from '../store/postgres/usage.ts';

const flushEveryMs = 1_000;
const minuteMs = 60_000;

export class RefusalCounter {
  readonly #write: (counts: RefusalCount[]) => Promise<void>;
  readonly #logger: Logger;
  #counts = new Map<string, { team: string; minute: Date; code: string; calls: number }>();
  readonly #flushes = runEvery(flushEveryMs, () => this.#writeCounts());

  constructor(write: (counts: RefusalCount[]) => Promise<void>, logger: Logger) {
    this.#write = write;
    this.#logger = logger;
  }

  count(team: string, code: string, nowMs: number = Date.now()): void {
    const minute = nowMs - (nowMs % minuteMs);
    const key = `${team} ${minute} ${code}`;
    const entry = this.#counts.get(key) ?? { team, minute: new Date(minute), code, calls: 0 };
    entry.calls++;
    this.#counts.set(key, entry);
  }

  async close(): Promise<void> {
    void this.#flushes.runNow();
    await this.#flushes.stop();
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
