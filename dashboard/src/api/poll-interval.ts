/**
 * How often a page asks again for what changes outside it. Every request costs the server and keeps the session from going
 * idle, so a page asks less often the longer nothing changes, and then stops. A hidden tab does not ask at all; when it is
 * shown again, it asks at once and starts over.
 */
interface Polled<Data> {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
    readonly status: 'pending' | 'error' | 'success';
  };
}

/** By query: the interval is made anew with every render. */
const known = new WeakMap<object, Known>();

interface Known {
  readonly mark: unknown;
  readonly changedAt: number;
  readonly seenAt: number;
  /** The first of the errors since the last answer. */
  readonly failedAt?: number;
}

/** Somebody who looks at a figure that moves should see it move. */
const fullSpeedMs = 60_000;
const longestMs = 60_000;
/** An answer older than this is followed by no other one: the page has stopped asking. If it asks then, it starts over. */
export const stoppedAfterMs = 2.1 * longestMs;
/** Long enough to deploy a key; much shorter than the 30 minutes after which a session is idle. */
const watchedMs = 10 * 60_000;

/** `markOf` gives what counts as a change, for answers that differ each time. Equal answers are the same object. */
export function pollInterval<Data>(
  fastestMs: number,
  markOf: (data: Data) => unknown = (data) => data,
): (query: Polled<Data>) => number | false {
  return (query) => {
    const { data, dataUpdatedAt, errorUpdatedAt, status } = query.state;
    // Without an answer, the state says nothing of the errors before while it asks again.
    if (status === 'pending') return fastestMs;
    const before = known.get(query);
    if (status === 'error') {
      const failedAt = before?.failedAt ?? errorUpdatedAt;
      known.set(query, { mark: undefined, changedAt: 0, seenAt: dataUpdatedAt, ...before, failedAt });
      return slowed(fastestMs * 2, errorUpdatedAt - failedAt, 2);
    }
    const mark = data === undefined ? undefined : markOf(data);
    // A pause longer than any interval: the tab was hidden, or the page was not open.
    const isBack = before !== undefined && dataUpdatedAt - before.seenAt > 2 * longestMs;
    const isChanged = before === undefined || before.mark !== mark || isBack;
    const changedAt = isChanged ? dataUpdatedAt : before.changedAt;
    known.set(query, { mark, changedAt, seenAt: dataUpdatedAt });
    return slowed(fastestMs, dataUpdatedAt - changedAt, 10);
  };
}

function slowed(fastestMs: number, quietMs: number, share: number): number | false {
  if (quietMs > watchedMs) return false;
  if (quietMs < fullSpeedMs) return fastestMs;
  return Math.max(fastestMs, Math.min(longestMs, quietMs / share));
}
