/**
 * The key that is charged for what a team's people do on the console. It is a live key like any other, in the
 * list of keys and in all usage figures, but nobody has its secret. If it is revoked, the next call replaces it.
 */
import { callerOf } from '../auth/authenticate.ts';
import type { LastUsedRecorder } from '../auth/last-used.ts';
import { defaultScopes } from '../auth/scopes.ts';
import type { Actor } from '../lib/actor.ts';
import { findPlaygroundKey, type KeyOnRequest, setPlaygroundKey } from '../store/postgres/api-keys.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { readSettings } from '../store/postgres/team-settings.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { addKey } from './keys.ts';

export type PlaygroundKeys = ReturnType<typeof createPlaygroundKeys>;

export function createPlaygroundKeys(db: Database, lastUsed: LastUsedRecorder) {
  const find = async (teamId: string) => {
    const key = await findPlaygroundKey(db, teamId);
    return key && isUsable(key) ? key : undefined;
  };
  return {
    async callerFor(teamId: string, actor: Actor) {
      let key = await find(teamId);
      if (key === undefined) {
        await makeKey(db, teamId, actor);
        key = await find(teamId);
      }
      if (key === undefined) throw new Error('a playground key was revoked as soon as it was made');
      lastUsed.note(key.id);
      return callerOf(key);
    },
    /** The engines that the team may use; undefined means all of them. */
    async enginesOf(teamId: string) {
      return (await readSettings(db, teamId))?.engines ?? undefined;
    },
  };
}

/**
 * Earlier versions made a test key. It is replaced and not revoked: documents that were uploaded with it may still be in
 * progress, and the charge of a revoked key is refused.
 */
function isUsable({ revokedAt, isExpired, mode }: KeyOnRequest): boolean {
  return revokedAt === null && !isExpired && mode === 'live';
}

/** Two simultaneous first calls create only one key: the second finds it under the lock. */
async function makeKey(db: Database, teamId: string, actor: Actor): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const made = await findPlaygroundKey(connection, teamId);
    if (made && isUsable(made)) return;
    const { id } = await addKey(
      connection,
      { teamId, name: 'browser', mode: 'live', scopes: defaultScopes },
      actor,
    );
    await setPlaygroundKey(connection, teamId, id);
  });
}
