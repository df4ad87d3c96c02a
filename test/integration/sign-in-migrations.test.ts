/** The migrations of signing in and of roles (0031 to 0041), taken back and applied again on a database with data. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { pendingMigrations } from '../../src/store/postgres/migrate.ts';
import { seedTeam } from '../support/console-client.ts';
import { applyAndWatch, readMigrations, takeBack } from '../support/migration-files.ts';
import { openTestPool } from '../support/pool.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const migrations = readMigrations().filter(({ name }) => name >= '0031' && name < '0042');
let db: pg.Pool;
let client: pg.Client;

beforeAll(async () => {
  db = openTestPool(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.end();
});

interface People {
  readonly withApp: string;
  readonly withPasskey: string;
  readonly clerk: string;
}

/** Everything that the migrations know, as people leave it. */
async function fill(): Promise<People> {
  const team = await seedTeam(db, 'Harbour');
  const people = await Promise.all([
    seedPerson(db, { teams: { [team]: 'owner' }, operatorRole: 'full' }),
    seedPerson(db, { teams: { [team]: 'viewer' } }),
    seedPerson(db, { teams: { [team]: 'member' }, operatorRole: 'billing' }),
  ]);
  const [withApp, withPasskey, clerk] = people.map(({ id }) => id) as [string, string, string];
  for (const id of [withApp, withPasskey, clerk]) await seedSession(db, id);
  const hash = "sha256(convert_to(gen_random_uuid()::text, 'utf8'))";
  const statements = [
    `UPDATE sessions SET refresh_hash = ${hash}, token_expires_at = now(), issuer = 'https://id.example', subject = id::text
      WHERE user_id = '${clerk}'`,
    `INSERT INTO spent_refresh_tokens (hash, session_id) SELECT ${hash}, id FROM sessions`,
    `INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://id.example', 'clerk', '${clerk}')`,
    `INSERT INTO provider_sign_ins (hash) VALUES (${hash})`,
    `UPDATE team_members SET is_from_group = true WHERE user_id = '${clerk}'`,
    `UPDATE users SET is_operator_from_group = true WHERE id = '${clerk}'`,
    `INSERT INTO second_factors (user_id, plain, last_step, confirmed_at) VALUES ('${withApp}', '\\x01', 7, now())`,
    `INSERT INTO second_factors (user_id, confirmed_at) VALUES ('${withPasskey}', now())`,
    `INSERT INTO recovery_codes (user_id, hash) SELECT user_id, ${hash} FROM second_factors`,
    `INSERT INTO pending_sign_ins (hash, user_id, password_digest) SELECT ${hash}, user_id, ${hash} FROM second_factors`,
    `INSERT INTO app_setups (user_id, plain) VALUES ('${withPasskey}', '\\x02')`,
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
     VALUES ('${uuidV7()}', '${withPasskey}', '\\x03', '\\x04', 4294967295, '{usb}', 'console.example.org', 'Key')`,
    `INSERT INTO passkey_challenges (bound_to, user_id, hash) VALUES (${hash}, '${withPasskey}', ${hash})`,
    `INSERT INTO access_links (id, team_id, kind, email, made_by, resets_factor, token_hash, expires_at)
     VALUES ('${uuidV7()}', '${team}', 'password_reset', 'x@example.org', '${withApp}', true, ${hash}, now())`,
    `INSERT INTO audit_log (id, team_id, actor_type, action, subject_id, details)
     VALUES ('${uuidV7()}', '${team}', 'unknown', 'sign_in.failed', '${withApp}', '{}')`,
    `INSERT INTO installation_log (id, actor_type, actor_name, action, subject_id, details)
     VALUES ('${uuidV7()}', 'unknown', 'somebody', 'sign_in.failed', '${withApp}', '{}')`,
  ];
  for (const statement of statements) await db.query(statement);
  return { withApp, withPasskey, clerk };
}

const count = async (table: string) =>
  (await db.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0]?.rows;

test('are taken back, applied, taken back and applied again, and nobody loses the factor with the passkeys', async () => {
  const { withApp, withPasskey, clerk } = await fill();
  const takeBackTo = async (first: string) => {
    for (const migration of migrations.toReversed().filter(({ name }) => name >= first))
      await takeBack(client, migration);
  };
  const apply = async () => {
    const names = await pendingMigrations(db);
    for (const migration of migrations.filter(({ name }) => names.includes(name)))
      await applyAndWatch(client, migration);
  };
  // Without passkeys: whoever had nothing else keeps a factor, and signs in with a recovery code.
  await takeBackTo('0038');
  const factors = 'SELECT user_id AS id FROM second_factors WHERE confirmed_at IS NOT NULL ORDER BY user_id';
  expect((await db.query<{ id: string }>(factors)).rows.map(({ id }) => id)).toEqual(
    [withApp, withPasskey].toSorted(),
  );
  expect(await count('recovery_codes')).toBe(2);
  await apply();
  const { rows } = await db.query(
    `SELECT is_operator, limited_operator_role AS role FROM users WHERE id = ANY($1) ORDER BY is_operator DESC, id`,
    [[withApp, clerk]],
  );
  expect(rows).toEqual([
    { is_operator: true, role: null },
    { is_operator: false, role: null },
  ]);
  await takeBackTo('0031');
  // Their browsers would not renew them.
  expect(await count('sessions WHERE ended_at IS NULL')).toBe(2);
  expect([await count('users'), await count('audit_log'), await count('installation_log')]).toEqual([
    3, 2, 1,
  ]);
  await apply();
  expect(await pendingMigrations(db)).toEqual([]);
  await fill();
  await takeBackTo('0031');
  await apply();
  expect(await pendingMigrations(db)).toEqual([]);
});
