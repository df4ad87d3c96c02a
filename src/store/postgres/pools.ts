/**
 * The connections of a process, apart by purpose, so that a translate call finds one whatever reports and changes do.
 */
import type { Logger } from '../../observability/logger.ts';
import { type Database, openDatabase } from './database.ts';
import { OpenConnections } from './open-connections.ts';

export const poolNames = ['calls', 'changes', 'reports'] as const;
export type PoolName = (typeof poolNames)[number];

export interface Pools extends Readonly<Record<PoolName, Database>>, AsyncDisposable {}

/**
 * What a call needs takes milliseconds, unless the server is overloaded or away; then it is better to know soon. A charge
 * that was not answered is asked for again by its id.
 */
const callStatementMs = 3_000;

/** How long a report waits for those before it: less than the 30 s that a caller waits. */
const reportWaitMs = 20_000;

/** How many connections each part gets of those that the process may have, which are at least three. */
export function sharesOf(connections: number): Readonly<Record<PoolName, number>> {
  const calls = Math.max(1, Math.floor(connections * 0.4));
  // A report reads as much as it is asked for, and keeps a core of the server busy: more at once would take them all.
  const reports = 1;
  return { calls, reports, changes: connections - calls - reports };
}

export function openPools(url: string, size: number, logger: Logger): Pools {
  const connections = new OpenConnections();
  const shares = sharesOf(size);
  const shared = { url, connections, logger };
  const pools = {
    /** Keys, limits, balances, glossaries, charges: what a translate call asks for. */
    calls: openDatabase({ ...shared, size: shares.calls, statementMs: callStatementMs }),
    /** Usage, the audit log: as large as what they are asked for. */
    reports: openDatabase({ ...shared, size: shares.reports, waitMs: reportWaitMs }),
    /** Everything else. */
    changes: openDatabase({ ...shared, size: shares.changes }),
  };
  return {
    ...pools,
    async [Symbol.asyncDispose]() {
      await Promise.all(poolNames.map((name) => pools[name].end()));
    },
  };
}
