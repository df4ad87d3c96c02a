/**
 * Creates, lists and revokes API keys. The plain key exists only in the response that creates it. Every
 * change happens under the team's lock and writes an entry to the audit log.
 */
import { randomInt } from 'node:crypto';
import {
  fingerprintOfHash,
  hashKey,
  type KeyMode,
  keyPrefix,
  secretAlphabet,
  secretLength,
} from '../auth/key-format.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Actor } from '../lib/actor.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import * as store from '../store/postgres/api-keys.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../store/postgres/database.ts';
import { lockTeam, teamExists } from '../store/postgres/teams.ts';
import { refuseErased } from './erased-team.ts';

export interface KeyRecord {
  id: string;
  team_id: string;
  name: string;
  mode: string;
  scopes: string[];
  fingerprint: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface NewKey {
  teamId: string;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
}

export type CreatedKey = KeyRecord & { plain: string };

/** Returns the record of the new key with the plain key, or undefined if the team does not exist. */
export async function createKey(db: Database, key: NewKey, actor: Actor): Promise<CreatedKey | undefined> {
  if (!isUuid(key.teamId)) return undefined;
  return inTransaction(db, async (connection) =>
    (await lockTeam(connection, key.teamId)) ? addKey(connection, key, actor) : undefined,
  );
}

export async function listKeys(db: Database, teamId: string): Promise<KeyRecord[] | undefined> {
  if (!isUuid(teamId) || !(await teamExists(db, teamId))) return undefined;
  return (await store.listKeys(db, teamId)).map(toRecord).toReversed();
}

/** Final: a revoked key never becomes active again. Once this returns, no node admits the key. */
export async function revokeKey(db: Database, id: string, actor: Actor): Promise<KeyRecord | undefined> {
  const teamId = isUuid(id) ? await store.findTeamOfKey(db, id) : undefined;
  if (teamId === undefined) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const key = await store.findKey(connection, teamId, id);
    return key === undefined ? undefined : revoke(connection, key, actor);
  });
}

/** Call it under the team's lock. */
export async function addKey(connection: Connection, key: NewKey, actor: Actor): Promise<CreatedKey> {
  await refuseErased(connection, key.teamId);
  const plain = keyPrefix(key.mode) + randomSecret();
  const row = await store.insertKey(connection, {
    id: uuidV7(),
    teamId: key.teamId,
    hash: hashKey(plain),
    name: key.name,
    mode: key.mode,
    scopes: [...new Set(key.scopes)],
  });
  const record = toRecord(row);
  const { name, mode, scopes, fingerprint } = record;
  await recordKeyChange(connection, actor, row, 'key.created', { name, mode, scopes, fingerprint });
  return { ...record, plain };
}

/** Call it under the team's lock, so that the revocation comes before or after a charge, never during one. */
export async function revoke(connection: Connection, key: store.KeyRow, actor: Actor): Promise<KeyRecord> {
  if (key.revokedAt !== null) return toRecord(key);
  const record = toRecord({ ...key, revokedAt: await store.markRevoked(connection, key.id) });
  const { name, fingerprint } = record;
  await recordKeyChange(connection, actor, key, 'key.revoked', { name, fingerprint });
  return record;
}

export function recordKeyChange(
  connection: Connection,
  actor: Actor,
  { teamId, id }: Pick<store.KeyRow, 'teamId' | 'id'>,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordChange(connection, actor, { teamId, action, subjectId: id, details });
}

function randomSecret(): string {
  return Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join(
    '',
  );
}

export function toRecord(row: store.KeyRow): KeyRecord {
  return {
    id: row.id,
    team_id: row.teamId,
    name: row.name,
    mode: row.mode,
    scopes: row.scopes,
    fingerprint: fingerprintOfHash(row.hash),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
