/** What people leave behind when they sign in is deleted once it means nothing, and not before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionHousekeeping } from '../../src/accounts/users/sessions.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { seedPerson } from '../support/seeded-session.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

const hash = "sha256(convert_to(gen_random_uuid()::text, 'utf8'))";
const ago = (interval: string) => `now() - interval '${interval}'`;

/** By table: how to insert a row of an age, the oldest age that stays, and one that goes. */
type Kept = readonly [
  insert: (user: string, team: string, at: string) => string,
  stays: string,
  goes: string,
];
const tables: Readonly<Record<string, Kept>> = {
  sign_in_tries: [
    (_, __, at) => `INSERT INTO sign_in_tries (subject, tries, started_at) VALUES (${hash}, 1, ${at})`,
    '23 hours',
    '25 hours',
  ],
  access_links: [
    (_, team, at) =>
      `INSERT INTO access_links (id, team_id, kind, email, role, token_hash, expires_at)
       VALUES ('${uuidV7()}', '${team}', 'invitation', 'x@example.org', 'viewer', ${hash}, ${at})`,
    '29 days',
    '31 days',
  ],
  provider_sign_ins: [
    (_, __, at) => `INSERT INTO provider_sign_ins (hash, started_at) VALUES (${hash}, ${at})`,
    '9 minutes',
    '11 minutes',
  ],
  pending_sign_ins: [
    (user, _, at) =>
      `INSERT INTO pending_sign_ins (hash, user_id, password_digest, created_at) VALUES (${hash}, '${user}', ${hash}, ${at})`,
    '4 minutes',
    '6 minutes',
  ],
  passkey_challenges: [
    (user, _, at) =>
      `INSERT INTO passkey_challenges (bound_to, user_id, hash, created_at) VALUES (${hash}, '${user}', ${hash}, ${at})`,
    '4 minutes',
    '6 minutes',
  ],
  app_setups: [
    (user, _, at) => `INSERT INTO app_setups (user_id, plain, created_at) VALUES ('${user}', '\\x01', ${at})`,
    '14 minutes',
    '16 minutes',
  ],
  sessions: [
    (user, _, at) =>
      `INSERT INTO sessions (id, user_id, token_hash, address, browser, created_at)
       VALUES ('${uuidV7()}', '${user}', ${hash}, '127.0.0.1', 'test', ${at})`,
    '29 days',
    '31 days',
  ],
};

test.each(Object.entries(tables))('%s', async (table, [insert, stays, goes]) => {
  const team = await seedTeam(db, 'Harbour');
  const [one, other] = [await seedPerson(db, { hasFactor: true }), await seedPerson(db, { hasFactor: true })];
  await db.query(`DELETE FROM ${table}`);
  await db.query(insert(one.id, team, ago(stays)));
  await db.query(insert(other.id, team, ago(goes)));
  const count = async () =>
    (await db.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0]?.rows;
  expect(await count()).toBe(2);
  await createSessionHousekeeping(db).run();
  expect(await count()).toBe(1);
});

test('a sign-in after too many wrong codes, at once', async () => {
  const { id } = await seedPerson(db, { hasFactor: true });
  await db.query(
    `INSERT INTO pending_sign_ins (hash, user_id, password_digest, tries) SELECT ${hash}, $1, ${hash}, tries
       FROM unnest(ARRAY[4, 5]) AS tries`,
    [id],
  );
  await createSessionHousekeeping(db).run();
  const { rows } = await db.query('SELECT tries FROM pending_sign_ins WHERE user_id = $1', [id]);
  expect(rows).toEqual([{ tries: 4 }]);
});
