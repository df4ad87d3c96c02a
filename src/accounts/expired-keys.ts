/**
 * Revokes the keys whose time is over. They are refused from their expiry on in any case, by the database's clock; this makes it
 * visible, final even if that clock is set back, and part of the audit log. Safe to run at any time and from every node at once.
 */
import { fingerprintOfHash } from '../auth/key-format.ts';
import type { Actor } from '../lib/actor.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { isConnectionLost } from '../store/postgres/database-errors.ts';
import { recordEvent } from '../store/postgres/events.ts';
import { type ExpiredKey, findExpiredKeys, markExpired } from '../store/postgres/key-limits.ts';
import { lockTeam } from '../store/postgres/teams.ts';

const batchSize = 500;

const housekeeping: Actor = { type: 'command_line', name: 'housekeeping' };

export function createExpiredKeys(db: Database) {
  return {
    async run(signal: AbortSignal): Promise<'done'> {
      const failures: unknown[] = [];
      for (let found = batchSize; found === batchSize && failures.length === 0 && !signal.aborted; ) {
        const expired = await findExpiredKeys(db, batchSize);
        for (const key of expired) {
          // A team that somebody else has locked for too long must not keep those of others waiting.
          await revokeExpired(db, key).catch((error: unknown) => {
            if (isConnectionLost(error)) throw error;
            failures.push(error);
          });
        }
        found = expired.length;
      }
      if (failures.length > 0) throw new AggregateError(failures, 'keys that expired could not be revoked');
      return 'done';
    },
  };
}

async function revokeExpired(db: Database, key: ExpiredKey): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockTeam(connection, key.teamId);
    const revoked = await markExpired(connection, key);
    if (revoked === undefined) return;
    const { name, hash, expiresAt } = revoked;
    const details = { name, fingerprint: fingerprintOfHash(hash), expires_at: expiresAt };
    const change = { teamId: key.teamId, action: 'key.expired', subjectId: key.id, details };
    await recordChange(connection, housekeeping, change);
    const shown = { id: key.id, name, fingerprint: details.fingerprint };
    await recordEvent(connection, {
      teamId: key.teamId,
      type: 'key.expired',
      subject: key.id,
      data: { key: shown, expires_at: expiresAt.toISOString() },
    });
  });
}
