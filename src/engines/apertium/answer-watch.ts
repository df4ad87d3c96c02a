/**
 * Watches how long a pipeline takes for the next text to be answered, and detects two problems. A text that
 * makes the pipeline work endlessly uses more processor time than any text should; the text is to blame. A
 * pipeline that hangs waits for something other than a processor. Neither limit counts the time for which the
 * pipeline is ready to run but gets no processor: on a machine that is busy with other work it is slow, and a
 * replacement would have to start from the beginning on the same machine.
 */
import type { Activity } from './process-group.ts';

export interface AnswerLimits {
  /** Processor time. */
  readonly workMs: number;
  /** Elapsed time in which the pipeline was not ready to run. */
  readonly silentMs: number;
}

export interface AnswerWatchOptions {
  /** What the pipeline does; undefined where the system does not report it. */
  readonly activity: () => Activity | undefined;
  readonly onLate: (reason: string, isTextToBlame: boolean) => void;
  /** There is no answer yet, but the pipeline is at work or waits for a processor. */
  readonly onBusy: () => void;
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
    let checkedMs = this.#now();
    let silentMs = 0;
    let usedBeforeMs: number | undefined;
    const check = () => {
      if (watch !== this.#watch) return;
      const activity = this.#options.activity();
      usedBeforeMs ??= activity?.usedMs;
      // The processor time before the first check is unknown, and counts as work.
      const workedMs = activity === undefined ? 0 : activity.usedMs - (usedBeforeMs ?? 0) + everyMs;
      const now = this.#now();
      if (!activity?.isReady) silentMs += now - checkedMs;
      checkedMs = now;
      if (workedMs >= limits.workMs) {
        this.#options.onLate(`worked on a text for over ${Math.round(limits.workMs)} ms`, true);
      } else if (silentMs >= limits.silentMs) {
        this.#options.onLate(`returned no answer for ${limits.silentMs} ms`, false);
      } else {
        if (activity?.isReady) this.#options.onBusy();
        schedule();
      }
    };
    const schedule = () => {
      // This process may have been stopped or busy, so answers that have already arrived are read before the
      // check.
      const nextMs = Math.max(1, Math.min(everyMs, limits.silentMs - silentMs));
      this.#timer = setTimeout(() => setImmediate(check), nextMs);
    };
    schedule();
  }

  stop(): void {
    this.#watch++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
