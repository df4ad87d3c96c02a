/**
 * Bounds the rows of calls that failed. They cost their caller nothing, so a program that repeats a refused call
 * without a pause could fill the log and keep the database busy. The first ones of a team have a row each; when they
 * come too fast, the rest are counted, and a few rows say how many there were of each kind.
 */
import type { LoggedCall } from '../../lib/logged-call.ts';
import { TokenBuckets } from '../../lib/token-buckets.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { RequestRow } from '../../store/postgres/request-log.ts';

/** Rows of failed calls of one team on this node. Somebody who tests by hand never reaches it. */
const rowsOfTeam = { perSecond: 5, burst: 100 };

/** How long failed calls are counted before they get their row. */
export const countForMs = 5_000;

/** All counts of a node: what a flood from many teams may keep in memory and write every five seconds. */
const maxCounts = 2_000;

interface Count {
  readonly first: LoggedCall;
  readonly sinceMs: number;
  calls: number;
}

export class FailedCalls {
  readonly #now: () => number;
  readonly #buckets: TokenBuckets;
  readonly #counts = new Map<string, Count>();

  /** `now`: a clock that is never set back. */
  constructor(now: () => number) {
    this.#now = now;
    this.#buckets = new TokenBuckets(rowsOfTeam, now);
  }

  /** `row`: the call gets a row of its own. `counted`: a later row counts it. `full`: there is no room for it. */
  admit(call: LoggedCall): 'row' | 'counted' | 'full' {
    if (this.#buckets.take(call.teamId) === 0) return 'row';
    const { teamId, keyId, kind, dialect, status, code } = call;
    const alike = [teamId, keyId, kind, dialect, status, code].join(' ');
    const count = this.#counts.get(alike);
    if (count !== undefined) count.calls++;
    else if (this.#counts.size >= maxCounts) return 'full';
    else this.#counts.set(alike, { first: call, sinceMs: this.#now(), calls: 1 });
    return 'counted';
  }

  /** Takes the rows of the counts that are old enough, or all. */
  take(which: 'due' | 'all'): RequestRow[] {
    const dueMs = which === 'all' ? Number.POSITIVE_INFINITY : this.#now() - countForMs;
    const rows: RequestRow[] = [];
    // In the order in which they began.
    for (const [alike, count] of this.#counts) {
      if (count.sinceMs > dueMs) break;
      this.#counts.delete(alike);
      rows.push(toRow(count));
    }
    return rows;
  }
}

/** Languages, duration and request id belong to one call, so a row for several has none. */
function toRow({ first, calls }: Count): RequestRow {
  const { teamId, keyId, kind, mode, dialect, status, code } = first;
  const id = uuidV7();
  if (calls === 1) return { ...first, id, calls };
  return {
    teamId,
    id,
    keyId,
    kind,
    mode,
    dialect,
    status,
    code,
    sources: [],
    engines: [],
    characters: 0,
    calls,
  };
}
