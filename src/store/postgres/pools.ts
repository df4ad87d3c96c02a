/**
 * The connections of a process, separated by purpose, so that a translate call finds one whatever reports and
 * changes do.
 */
import type { Logger } from '../../observability/logger.ts';
import { type Database, openDatabase } from './database.ts';
import { OpenConnections } from './open-connections.ts';

export const poolNames = ['calls', 'changes', 'reports', 'upkeep'] as const;
export type PoolName = (typeof poolNames)[number];

export interface Pools extends Readonly<Record<PoolName, Database>>, AsyncDisposable {
  /** Opens another pool, for a part of the process that needs its own connections. Closed with the others. */
  openAnother(size: number): Database;
  /**
   * Call when the process ends. The last writes get a few seconds; after that every query fails at once, so
   * that an unreachable database cannot keep the process alive.
   */
  abortSoon(): void;
}

/**
 * A call's queries take milliseconds, unless the server is overloaded or unavailable; then a quick failure is
 * better. A charge without a response is requested again by its ID.
 */
const callStatementMs = 3_000;

/** How long a report waits for earlier ones: less than the 30 s that a caller waits. */
const reportWaitMs = 20_000;

/** For closing the hours of a large ledger, and for waiting for long readers before old rows are dropped. */
const upkeepStatementMs = 5 * 60_000;

/** The last writes of a process take milliseconds; an unavailable server is detected within this time. */
const lastWritesTimeoutMs = 5_000;

/** How many of the process's connections, at least three, each pool gets. */
export function sharesOf(connections: number): Readonly<Record<Exclude<PoolName, 'upkeep'>, number>> {
  const calls = Math.max(1, Math.floor(connections * 0.4));
  // A report reads as much as is requested and keeps a core of the server busy; several at once could take
  // all cores.
  const reports = 1;
  return { calls, reports, changes: connections - calls - reports };
}

export function openPools(url: string, size: number, logger: Logger): Pools {
  const connections = new OpenConnections();
  const shares = sharesOf(size);
  const shared = { url, connections, logger };
  const pools = {
    /** Keys, limits, balances, glossaries, charges: the queries of a translate call. */
    calls: openDatabase({ ...shared, size: shares.calls, statementMs: callStatementMs }),
    /** Usage and the audit log: queries whose size depends on the request. */
    reports: openDatabase({ ...shared, size: shares.reports, waitMs: reportWaitMs }),
    /** Long-running housekeeping. In addition to the shared connections, and open only while it is in use. */
    upkeep: openDatabase({ ...shared, size: 1, statementMs: upkeepStatementMs }),
    /** Everything else. */
    changes: openDatabase({ ...shared, size: shares.changes }),
  };
  const all: Database[] = Object.values(pools);
  let ended: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    ended ??= Promise.all(all.map((pool) => pool.end()));
    return ended;
  };
  return {
    ...pools,
    openAnother(another) {
      const pool = openDatabase({ ...shared, size: another });
      all.push(pool);
      return pool;
    },
    abortSoon() {
      timer = setTimeout(() => {
        void end();
        const count = connections.giveUp();
        logger.warn('the process exits while the database is unreachable: its last writes are lost', {
          count,
        });
      }, lastWritesTimeoutMs);
      timer.unref();
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await end();
    },
  };
}
