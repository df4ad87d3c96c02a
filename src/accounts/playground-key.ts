/**
 * The key that a team's playground is charged to. It is a test key like any other, in the list of keys and in
 * all usage figures, but nobody has its secret. If it is revoked, the next playground call replaces it.
 */
import { callerOf } from '../auth/authenticate.ts';
import type { LastUsedRecorder } from '../auth/last-used.ts';
import { defaultScopes } from '../auth/scopes.ts';
import type { Actor } from '../lib/actor.ts';
import { findPlaygroundKey, setPlaygroundKey } from '../store/postgres/api-keys.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { readSettings } from '../store/postgres/team-settings.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { addKey } from './keys.ts';

export type PlaygroundKeys = ReturnType<typeof createPlaygroundKeys>;

export function createPlaygroundKeys(db: Database, lastUsed: LastUsedRecorder) {
  const find = async (teamId: string) => {
    const key = await findPlaygroundKey(db, teamId);
    return key?.revokedAt === null ? key : undefined;
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

/** Two simultaneous first calls create only one key: the second finds it under the lock. */
async function makeKey(db: Database, teamId: string, actor: Actor): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const made = await findPlaygroundKey(connection, teamId);
    if (made?.revokedAt === null) return;
    const { id } = await addKey(
      connection,
      { teamId, name: 'playground', mode: 'test', scopes: defaultScopes },
      actor,
    );
    await setPlaygroundKey(connection, teamId, id);
  });
}
