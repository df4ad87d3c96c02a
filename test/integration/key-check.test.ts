import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyCheck } from '../../src/auth/key-check.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;

beforeAll(() => {
  db = openTestPool(database.url, 1);
});
afterAll(() => db.end());

test('a key that has expired has the problem of a revoked one, also before housekeeping has seen it', async () => {
  const env = { DATABASE_URL: database.url };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id: keyId } = await createKey(env, await createTeam(env), 'translate', 'live', { expiresAt });
  const check = createKeyCheck(db);
  expect(await check({ keyId })).toBeUndefined();
  await db.query('UPDATE key_limits SET expires_at = clock_timestamp() WHERE key_id = $1', [keyId]);
  expect(await check({ keyId })).toMatchObject({ code: 'key_revoked' });
});

test('a key in use has no problem; a revoked key, an unknown one and one of a suspended team have theirs', async () => {
  const env = { DATABASE_URL: database.url };
  const team = await createTeam(env);
  const [kept, revoked] = [await createKey(env, team), await createKey(env, team)];
  const check = createKeyCheck(db);
  expect(await check({ keyId: kept.id })).toBeUndefined();
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.id]);
  expect(await check({ keyId: revoked.id })).toMatchObject({ code: 'key_revoked' });
  const unknown = '01a1ddc2-7a31-7c1e-9d55-0f6a3f2f8c11';
  expect(await check({ keyId: unknown })).toMatchObject({ code: 'key_revoked' });
  await db.query('UPDATE teams SET is_suspended = true WHERE id = $1', [team]);
  expect(await check({ keyId: kept.id })).toMatchObject({ code: 'forbidden' });
});
