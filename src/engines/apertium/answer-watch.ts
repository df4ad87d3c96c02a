/**
 * Watches how long a pipeline takes over the text that is next to be answered. Two things can be wrong. The text makes
 * the pipeline work without end: then it has used more processor time than any text should, and it is to blame. Or the
 * pipeline hangs, which only the clock tells. On a machine that is busy with other things a text takes long and works
 * little, so that its work does not give it away too early.
 */
export interface AnswerLimits {
  /** Of processor time. */
  readonly workMs: number;
  readonly clockMs: number;
}

export interface AnswerWatchOptions {
  /** The processor time of the pipeline in all its life; undefined where the system doesn't tell. */
  readonly usedMs: () => number | undefined;
  readonly onLate: (reason: string, isTextToBlame: boolean) => void;
  readonly now?: () => number;
}

/** Between two looks. Answers take milliseconds, so almost none is ever looked at. */
const everyMs = 250;

export class AnswerWatch {
  readonly #options: AnswerWatchOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  /** Changes with every start and stop: a look that was due before counts for nothing. */
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
    const look = () => {
      if (watch !== this.#watch) return;
      const usedMs = this.#options.usedMs();
      usedBeforeMs ??= usedMs;
      // What it did before the first look is not known, and counts as work.
      const workedMs = usedMs === undefined ? 0 : usedMs - (usedBeforeMs ?? 0) + everyMs;
      if (workedMs >= limits.workMs) {
        this.#options.onLate(`worked on a text for over ${Math.round(limits.workMs)} ms`, true);
      } else if (this.#now() - startedMs >= limits.clockMs) {
        this.#options.onLate(`gave no answer for ${limits.clockMs} ms`, false);
      } else schedule();
    };
    const schedule = () => {
      const leftMs = limits.clockMs - (this.#now() - startedMs);
      // It may be this process that was stopped or busy: answers that came meanwhile are read before the look.
      this.#timer = setTimeout(() => setImmediate(look), Math.max(1, Math.min(everyMs, leftMs)));
    };
    schedule();
  }

  stop(): void {
    this.#watch++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
