/** Adds up the CPU time that a thread has used since its event loop last turned. */
export class StallWatch {
  readonly #limitMs: number;
  readonly #maxStepMs: number;
  readonly #readCpuMs: () => number;
  #turns: number | undefined;
  #cpuMs: number | undefined;
  #usedMs = 0;

  /**
   * @param maxStepMs The most that counts between two checks. On a virtual machine that was suspended, the
   * kernel may charge the whole pause to the thread that was running, so a stall must be seen in many checks.
   */
  constructor(limitMs: number, maxStepMs: number, readCpuMs: () => number) {
    this.#limitMs = limitMs;
    this.#maxStepMs = maxStepMs;
    this.#readCpuMs = readCpuMs;
  }

  get usedMs(): number {
    return this.#usedMs;
  }

  /** Whether the limit is reached. While the event loop turns, a check costs one comparison. */
  isStalled(turns: number): boolean {
    if (turns !== this.#turns) {
      this.#turns = turns;
      this.#cpuMs = undefined;
      this.#usedMs = 0;
      return false;
    }
    const cpuMs = this.#readCpuMs();
    if (this.#cpuMs !== undefined) this.#usedMs += Math.min(cpuMs - this.#cpuMs, this.#maxStepMs);
    this.#cpuMs = cpuMs;
    return this.#usedMs >= this.#limitMs;
  }
}

/** The kernel counts in hundredths of a second on every architecture that Node supports. */
const msPerTick = 10;

/** User and system time in a line of `/proc/…/stat`. The name before them may contain spaces and brackets. */
export function parseCpuMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}
