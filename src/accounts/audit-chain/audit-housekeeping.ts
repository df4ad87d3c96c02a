/** Links entries from before the chains, and removes those that are older than they have to be kept. */
import type { Actor } from '../../lib/actor.ts';
import {
  installationChain,
  linkOldEntries,
  listAuditChains,
  listIncompleteChains,
} from '../../store/postgres/audit-chains.ts';
import { recordChange } from '../../store/postgres/audit-log.ts';
import {
  type OldestLink,
  readRetentionStart,
  removeOldestEntries,
} from '../../store/postgres/audit-retention.ts';
import type { Connection, Database } from '../../store/postgres/database.ts';
import { isConnectionLost } from '../../store/postgres/database-errors.ts';
import { recordInstallationChange } from '../../store/postgres/installation-log.ts';
import { trimmedAction, writeCheckpoint } from './checkpoint.ts';

/** Linked under the lock of the chain, which changes of this team wait for: half a millisecond each. */
const linkedAtOnce = 200;
const removedAtOnce = 5_000;

const actor: Actor = { type: 'command_line', name: 'housekeeping' };

/** `months`: how long entries are kept; undefined: forever. Safe to run from every node at once. */
export function createAuditHousekeeping(db: Database, months: number | undefined) {
  return {
    async run(): Promise<'done'> {
      const failures = await forEachChain(await listIncompleteChains(db), async (chainId) => {
        while ((await linkOldEntries(db, chainId, linkedAtOnce)) === linkedAtOnce);
      });
      if (months !== undefined) failures.push(...(await trimLogs(db, await readRetentionStart(db, months))));
      if (failures.length > 0)
        throw new AggregateError(failures, 'audit logs could not be linked or shortened');
      return 'done';
    },
  };
}

/** Returns the errors of the logs that could not be shortened. */
export async function trimLogs(db: Database, before: Date): Promise<unknown[]> {
  return forEachChain(await listAuditChains(db), async (chainId) => {
    const record = (connection: Connection, last: OldestLink) =>
      recordTrim(connection, chainId, before, last);
    while (await removeOldestEntries(db, chainId, before, removedAtOnce, chooseLast, record));
  });
}

/** A chain that was tampered with, or whose head is locked, must not keep those of other teams waiting. */
async function forEachChain(
  chainIds: readonly string[],
  work: (chainId: string) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const chainId of chainIds) {
    try {
      await work(chainId);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

/** A log of which only the records of earlier removals are old is left alone: it would get another record each time. */
function chooseLast(oldest: readonly OldestLink[]): OldestLink | undefined {
  const end = oldest.findIndex(({ isOld }) => !isOld);
  const old = end === -1 ? oldest : oldest.slice(0, end);
  return old.every(({ action }) => action === trimmedAction) ? undefined : old.at(-1);
}

async function recordTrim(
  connection: Connection,
  chainId: string,
  before: Date,
  { number, hash }: OldestLink,
): Promise<void> {
  const change = {
    action: trimmedAction,
    subjectId: writeCheckpoint({ until: number, hash }),
    details: { before: before.toISOString() },
  };
  if (chainId === installationChain) await recordInstallationChange(connection, actor, change);
  else await recordChange(connection, actor, { teamId: chainId, ...change });
}
