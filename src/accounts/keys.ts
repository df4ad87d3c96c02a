/**
 * Creates, lists, changes and revokes API keys: for operators, and for a team through one of its keys or the
 * console, within the caller's rights. The plain key exists only in the response that creates it. Every
 * change happens under the team's lock and writes an entry to the audit log.
 */
import { randomInt } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
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
import { hasLimits, type KeyLimits, keyLimitNames, keyLimitsOf, noKeyLimits } from '../lib/key-limits.ts';
import { done, type Outcome, type Refusal } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { toWire } from '../lib/wire-shape.ts';
import * as store from '../store/postgres/api-keys.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction, type Queryable } from '../store/postgres/database.ts';
import { setKeyLimits } from '../store/postgres/key-limits.ts';
import { lockTeam, teamExists } from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';
import { refuseInactiveKey } from './inactive-key.ts';
import * as refusals from './refusals.ts';

/** A key as it is shown, without its hash. */
export type Key = Omit<store.KeyRow, 'hash'> & { fingerprint: string };

export interface NewKey {
  teamId: string;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** Default: 0. */
  maxWaitSeconds?: number | undefined;
  /** Default: none. */
  limits?: Partial<KeyLimits> | undefined;
}

/** What can be changed of a key. A limit of null is removed. */
export type KeyChanges = Partial<Pick<Key, 'name' | 'maxWaitSeconds'> & KeyLimits>;

export type CreatedKey = Key & { plain: string };

/** Returns the record of the new key with the plain key, or undefined if the team does not exist. */
export async function createKey(db: Database, key: NewKey, actor: Actor): Promise<CreatedKey | undefined> {
  if (!isUuid(key.teamId)) return undefined;
  return inTransaction(db, async (connection) =>
    (await lockTeam(connection, key.teamId)) ? addKey(connection, key, actor) : undefined,
  );
}

export async function listKeys(db: Database, teamId: string): Promise<Key[] | undefined> {
  if (!isUuid(teamId) || !(await teamExists(db, teamId))) return undefined;
  return (await store.listKeys(db, teamId)).map(shown).toReversed();
}

/** Final: a revoked key never becomes active again. Once this returns, no node admits the key. */
export async function revokeKey(db: Database, id: string, actor: Actor): Promise<Key | undefined> {
  const teamId = isUuid(id) ? await store.findTeamOfKey(db, id) : undefined;
  if (teamId === undefined) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const key = await store.findKey(connection, teamId, id);
    return key === undefined ? undefined : revoke(connection, key, actor);
  });
}

/** For operators. Undefined limits stay as they are. */
export async function limitKey(
  db: Database,
  id: string,
  limits: Partial<KeyLimits>,
  actor: Actor,
): Promise<Outcome<Key>> {
  const teamId = isUuid(id) ? await store.findTeamOfKey(db, id) : undefined;
  if (teamId === undefined) return refusals.noSuchKey;
  return createTeamKeys(db, 0).change({ teamId, scopes: [] }, id, limits, actor);
}

/** Call it under the team's lock. */
export async function addKey(connection: Connection, key: NewKey, actor: Actor): Promise<CreatedKey> {
  await refuseErased(connection, key.teamId);
  const plain = keyPrefix(key.mode) + randomSecret();
  const id = uuidV7();
  await store.insertKey(connection, {
    id,
    teamId: key.teamId,
    hash: hashKey(plain),
    name: key.name,
    mode: key.mode,
    scopes: [...new Set(key.scopes)],
    maxWaitSeconds: key.maxWaitSeconds ?? 0,
  });
  const limits = { ...noKeyLimits, ...key.limits };
  if (hasLimits(limits) && !(await setKeyLimits(connection, key.teamId, id, limits)))
    throw new Error('a key that was just made could not be limited');
  const row = await store.findKey(connection, key.teamId, id);
  if (row === undefined) throw new Error('an inserted key is gone');
  const created = shown(row);
  const { name, mode, scopes, fingerprint, maxWaitSeconds } = created;
  const waiting = maxWaitSeconds > 0 && { max_wait_seconds: maxWaitSeconds };
  await recordKeyChange(connection, actor, row, 'key.created', {
    name,
    mode,
    scopes,
    fingerprint,
    ...waiting,
    ...setLimits(limits),
  });
  return { ...created, plain };
}

/** Call it under the team's lock, so that the revocation comes before or after a charge, never during one. */
async function revoke(connection: Connection, key: store.KeyRow, actor: Actor): Promise<Key> {
  if (key.revokedAt !== null) return shown(key);
  const revoked = shown({ ...key, revokedAt: await store.markRevoked(connection, key.teamId, key.id) });
  const { name, fingerprint } = revoked;
  await recordKeyChange(connection, actor, key, 'key.revoked', { name, fingerprint });
  return revoked;
}

function recordKeyChange(
  connection: Connection,
  actor: Actor,
  { teamId, id }: Pick<store.KeyRow, 'teamId' | 'id'>,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordChange(connection, actor, { teamId, action, subjectId: id, details });
}

async function recordDifferences(
  connection: Connection,
  actor: Actor,
  before: store.KeyRow,
  after: store.KeyRow,
): Promise<void> {
  if (before.name !== after.name) {
    const details = { from: before.name, to: after.name };
    await recordKeyChange(connection, actor, before, 'key.renamed', details);
  }
  if (before.maxWaitSeconds !== after.maxWaitSeconds) {
    const { name } = after;
    const details = { name, from: before.maxWaitSeconds, to: after.maxWaitSeconds };
    await recordKeyChange(connection, actor, before, 'key.wait_changed', details);
  }
}

/** For the audit log: the limits that are set. */
function setLimits(limits: KeyLimits) {
  const set = Object.entries(limits).filter(([, value]) => value !== null);
  return set.length > 0 && { limits: toWire(Object.fromEntries(set)) };
}

async function changeLimits(
  connection: Connection,
  actor: Actor,
  before: store.KeyRow,
  after: store.KeyRow,
): Promise<Refusal | undefined> {
  const changes = differences(keyLimitsOf(before), keyLimitsOf(after));
  if (Object.keys(changes).length === 0) return undefined;
  if (!(await setKeyLimits(connection, before.teamId, before.id, keyLimitsOf(after))))
    return refusals.endedKey;
  await recordKeyChange(connection, actor, before, 'key.limited', { name: after.name, ...changes });
  return undefined;
}

function randomSecret(): string {
  return Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join(
    '',
  );
}

function shown({ hash, ...key }: store.KeyRow): Key {
  return { ...key, fingerprint: fingerprintOfHash(hash) };
}

/** The principal that manages keys: a key of the team, or a user of the console, who has no `keyId`. */
export type KeyManager = Pick<Caller, 'teamId' | 'scopes'> & Partial<Pick<Caller, 'keyId'>>;

export interface TeamKeys {
  create(caller: KeyManager, key: Omit<NewKey, 'teamId'>, actor: Actor): Promise<Outcome<CreatedKey>>;
  list(teamId: string, filter: store.KeyFilter, page: Page): Promise<Key[]>;
  find(teamId: string, id: string): Promise<Outcome<Key>>;
  change(caller: KeyManager, id: string, changes: KeyChanges, actor: Actor): Promise<Outcome<Key>>;
  /** Once this succeeds, no node admits the key. Revoking a key again changes nothing. */
  revoke(caller: KeyManager, id: string, confirmed: ReadonlySet<string>, actor: Actor): Promise<Outcome<Key>>;
}

/** `maxActiveKeys`: the most keys that a team may have at a time; revoked keys do not count. */
export function createTeamKeys(db: Database, maxActiveKeys: number): TeamKeys {
  const find = async (from: Queryable, teamId: string, id: string) =>
    isUuid(id) ? store.findKey(from, teamId, id) : undefined;
  return {
    async create(caller, key, actor) {
      const missing = key.scopes.find((scope) => !caller.scopes.includes(scope));
      if (missing !== undefined) return refusals.scopeNotHeld(missing);
      return underLock(db, caller, actor, async (connection) => {
        if (await isLimited(connection, caller)) return refusals.limitedManager;
        const active = await store.countActiveKeys(connection, caller.teamId);
        if (active >= maxActiveKeys) return refusals.tooManyKeys(maxActiveKeys);
        return done(await addKey(connection, { ...key, teamId: caller.teamId }, actor));
      });
    },
    async list(teamId, filter, page) {
      return (await store.listKeys(db, teamId, filter, page)).map(shown);
    },
    async find(teamId, id) {
      const key = await find(db, teamId, id);
      return key === undefined ? refusals.noKey : done(shown(key));
    },
    change: (caller, id, changes, actor) =>
      underLock(db, caller, actor, async (connection) => {
        const key = await find(connection, caller.teamId, id);
        if (key === undefined) return refusals.noKey;
        const limits = keyLimitNames.some((name) => changes[name] !== undefined);
        if (limits && (await isLimited(connection, caller))) return refusals.limitedManager;
        const changed = { ...key, ...changes };
        const refusal = await changeLimits(connection, actor, key, changed);
        if (refusal !== undefined) return refusal;
        await store.updateKey(connection, changed);
        await recordDifferences(connection, actor, key, changed);
        return done(shown((await find(connection, caller.teamId, id)) ?? changed));
      }),
    revoke: (caller, id, confirmed, actor) =>
      underLock(db, caller, actor, async (connection) => {
        const key = await find(connection, caller.teamId, id);
        if (key === undefined) return refusals.noKey;
        const unconfirmed = (await neededConfirmations(connection, key, caller)).filter(
          (word) => !confirmed.has(word),
        );
        if (unconfirmed.length > 0) return refusals.confirmationNeeded(unconfirmed);
        return done(await revoke(connection, key, actor));
      }),
  };
}

/** Read under the lock, because the caller may have got its limits since it was authenticated. */
async function isLimited(connection: Connection, { teamId, keyId }: KeyManager): Promise<boolean> {
  const own = keyId === undefined ? undefined : await store.findKey(connection, teamId, keyId);
  return own !== undefined && hasLimits(keyLimitsOf(own));
}

/** Checks the caller's key again under the lock, because it may have been revoked since it was read. */
async function underLock<T>(
  db: Database,
  caller: KeyManager,
  actor: Actor,
  change: (connection: Connection) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTransaction(db, async (connection) => {
    if (!(await lockTeam(connection, caller.teamId))) return refusals.noTeam;
    return (await refuseInactiveKey(connection, caller.teamId, actor)) ?? change(connection);
  });
}

async function neededConfirmations(
  connection: Connection,
  key: store.KeyRow,
  caller: KeyManager,
): Promise<refusals.RevocationConfirmation[]> {
  if (key.revokedAt !== null) return [];
  const isLast = await store.isLastActiveKeyWithScope(connection, key, 'keys');
  return [...(key.id === caller.keyId ? (['self'] as const) : []), ...(isLast ? (['last'] as const) : [])];
}
