/**
 * How long work on a call is useful: until its deadline, until its client disconnects, or until it is
 * answered, whichever comes first.
 */
export interface CallLifetime {
  readonly signal: AbortSignal;
  /** When the call must be answered, by this process's clock. */
  readonly deadlineMs: number;
  /** Why the call ended early; undefined if it did not. */
  readonly ending: 'deadline' | 'disconnect' | undefined;
  disconnect(): void;
  /**
   * Must be called when the call is over: until then the deadline's timer retains the call, and texts of a
   * failed call may still wait for another engine.
   */
  end(): void;
}

const over = new Error('the call is over');

export function startCallLifetime(remainingMs: number): CallLifetime {
  const controller = new AbortController();
  let ending: CallLifetime['ending'];
  const abort = (reason: 'deadline' | 'disconnect') => {
    ending ??= reason;
    controller.abort(new Error(`the call ended by ${reason}`));
  };
  const timer = setTimeout(() => abort('deadline'), Math.max(0, remainingMs));
  return {
    signal: controller.signal,
    deadlineMs: Date.now() + remainingMs,
    get ending() {
      return ending;
    },
    disconnect: () => abort('disconnect'),
    end: () => {
      clearTimeout(timer);
      controller.abort(over);
    },
  };
}
