/** Pauses between failed starts: a broken pair must not restart in a tight loop. */
const restartPauseMs = 200;
const maxRestartPauseMs = 2_000;

export class StartBackoff {
  /** The number of failed starts since a new pipeline last gave its first answer. */
  failedStarts = 0;
  #pause: NodeJS.Timeout | undefined;

  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** Starts a pause, longer with every failed start, unless one is running. */
  pause(onEnd: () => void): void {
    if (this.isPaused) return;
    const resume = () => {
      this.#pause = undefined;
      onEnd();
    };
    this.#pause = setTimeout(resume, Math.min(restartPauseMs * this.failedStarts, maxRestartPauseMs));
  }

  close(): void {
    clearTimeout(this.#pause);
  }
}
