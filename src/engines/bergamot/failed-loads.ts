/**
 * A model that ended its thread this often is refused for a while: it would also end threads that serve other
 * models.
 */
const maxFailedLoads = 3;
const brokenModelPauseMs = 10_000;

/** Models whose threads ended before they gave an answer. */
export class FailedLoads {
  readonly #byModel = new Map<string, { count: number; lastMs: number }>();

  count(name: string): void {
    const count = (this.#byModel.get(name)?.count ?? 0) + 1;
    this.#byModel.set(name, { count, lastMs: performance.now() });
  }

  clear(name: string): void {
    this.#byModel.delete(name);
  }

  isBroken(name: string): boolean {
    const failed = this.#byModel.get(name);
    if (failed === undefined || failed.count < maxFailedLoads) return false;
    return performance.now() - failed.lastMs < brokenModelPauseMs;
  }
}
