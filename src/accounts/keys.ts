/** Creates, lists and revokes API keys. The plain key exists in the creation's answer and nowhere else. */
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
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import * as store from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';
import { teamExists } from '../store/postgres/teams.ts';

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

/** The record of the new key with the plain key, or undefined when there is no such team. */
export async function createKey(
  db: Database,
  key: NewKey,
): Promise<(KeyRecord & { plain: string }) | undefined> {
  if (!isUuid(key.teamId) || !(await teamExists(db, key.teamId))) return undefined;
  const plain = keyPrefix(key.mode) + randomSecret();
  const row = await store.insertKey(db, {
    id: uuidV7(),
    teamId: key.teamId,
    hash: hashKey(plain),
    name: key.name,
    mode: key.mode,
    scopes: [...new Set(key.scopes)],
  });
  return { ...toRecord(row), plain };
}

export async function listKeys(db: Database, teamId: string): Promise<KeyRecord[] | undefined> {
  if (!isUuid(teamId) || !(await teamExists(db, teamId))) return undefined;
  return (await store.listKeys(db, teamId)).map(toRecord);
}

/** Final: a revoked key never becomes active again. When this returns, no node admits the key any more. */
export async function revokeKey(db: Database, id: string): Promise<KeyRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await store.revokeKey(db, id);
  return row === undefined ? undefined : toRecord(row);
}

function randomSecret(): string {
  return Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join(
    '',
  );
}

function toRecord(row: store.KeyRow): KeyRecord {
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
