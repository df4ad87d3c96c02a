/**
 * Watches how long a pipeline takes for the next text to be answered, and detects two problems. A text that
 * makes the pipeline work endlessly uses more processor time than any text should; the text is to blame. A
 * pipeline that hangs is detected by elapsed time only. The work limit counts processor time, so that a text
 * is not blamed for being slow on a machine that is busy with other work.
 */
export interface AnswerLimits {
  /** Processor time. */
  readonly workMs: number;
  readonly clockMs: number;
}

export interface AnswerWatchOptions {
  /** The processor time of the pipeline since its start; undefined where the system does not report it. */
  readonly usedMs: () => number | undefined;
  readonly onLate: (reason: string, isTextToBlame: boolean) => void;
  readonly now?: () => number;
}

/** The interval between checks. Answers take milliseconds, so almost no answer is ever checked. */
const everyMs = 250;

export class AnswerWatch {
  readonly #options: AnswerWatchOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  /** Changes with every start and stop, so that a check scheduled earlier is ignored. */
  #watch = 0;

  constructor(options: AnswerWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  start(limits: AnswerLimits): void {
    this.stop();
    const watch = this.#watch;
    const startedMs = this.#now();
    let usedBeforeMs: number | undefined;
    const check = () => {
      if (watch !== this.#watch) return;
      const usedMs = this.#options.usedMs();
      usedBeforeMs ??= usedMs;
      // The processor time before the first check is unknown, and counts as work.
      const workedMs = usedMs === undefined ? 0 : usedMs - (usedBeforeMs ?? 0) + everyMs;
      if (workedMs >= limits.workMs) {
        this.#options.onLate(`worked on a text for over ${Math.round(limits.workMs)} ms`, true);
      } else if (this.#now() - startedMs >= limits.clockMs) {
        this.#options.onLate(`returned no answer for ${limits.clockMs} ms`, false);
      } else schedule();
    };
    const schedule = () => {
      const leftMs = limits.clockMs - (this.#now() - startedMs);
      // This process may have been stopped or busy, so answers that have already arrived are read before the
      // check.
      this.#timer = setTimeout(() => setImmediate(check), Math.max(1, Math.min(everyMs, leftMs)));
    };
    schedule();
  }

  stop(): void {
    this.#watch++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
