/**
 * The connections of a process, apart by purpose, so that a translate call finds one whatever reports and changes do.
 */
import type { Logger } from '../../observability/logger.ts';
import { type Database, openDatabase } from './database.ts';
import { OpenConnections } from './open-connections.ts';

export const poolNames = ['calls', 'changes', 'reports', 'upkeep'] as const;
export type PoolName = (typeof poolNames)[number];

export interface Pools extends Readonly<Record<PoolName, Database>>, AsyncDisposable {
  /** One more, for a part of the process that keeps connections to itself. It is ended with the others. */
  openAnother(size: number): Database;
  /**
   * The process ends. What is left to be written gets a few seconds; whoever waits for the database after that fails at
   * once, so that no way of being out of reach keeps a process alive.
   */
  giveUpSoon(): void;
}

/**
 * What a call needs takes milliseconds, unless the server is overloaded or away; then it is better to know soon. A charge
 * that was not answered is asked for again by its id.
 */
const callStatementMs = 3_000;

/** How long a report waits for those before it: less than the 30 s that a caller waits. */
const reportWaitMs = 20_000;

/** Closing the hours of a large ledger, and waiting for long readers before old rows are dropped. */
const upkeepStatementMs = 5 * 60_000;

/** What a process writes at its end takes milliseconds; a server that is away is found out within this time. */
const lastPatienceMs = 5_000;

/** How many connections each part gets of those that the process may have, which are at least three. */
export function sharesOf(connections: number): Readonly<Record<Exclude<PoolName, 'upkeep'>, number>> {
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
    /** Housekeeping that takes its time. One more than the others share, and open only while it is at work. */
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
    giveUpSoon() {
      timer = setTimeout(() => {
        void end();
        const count = connections.giveUp();
        logger.warn('the process ends without the database: what it had to write last is lost', { count });
      }, lastPatienceMs);
      timer.unref();
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await end();
    },
  };
}
