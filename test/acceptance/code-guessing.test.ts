/**
 * How many codes of a second factor somebody gets to try who knows the password, through every door, on two nodes. Doors are
 * counted by what the audit log says was checked, and not by answers.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  type ConsoleUser,
  postOpen,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { type Factor, finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { openServer, type RunningServer, useServer } from '../support/server-process.ts';

const service = useServer({ DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
let db: Database;
let other: RunningServer;
let team: string;
let email: string;
let user: ConsoleUser;
let factor: Factor;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  other = await openServer({ ...service.env });
});
afterAll(async () => {
  await other.stop();
  await db.end();
});
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries, known_origins');
  team = await seedTeam(db, 'Harbour');
  email = `guessed${++users}@example.org`;
  await seedUser(db, team, email);
  user = await signIn(url(), email);
});

/** One node after the other. */
let turn = 0;
const url = () => (++turn % 2 === 0 ? service.server : other).consoleUrl;
const wrong = () => String((Number(factor.code()) + 500_000) % 1_000_000).padStart(6, '0');
/** Wrong codes that were compared with the right one. */
async function checked(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_log WHERE team_id = $1 AND action = 'user.second_factor_failed'",
    [team],
  );
  return rows[0]?.count ?? 0;
}
/** As many codes as a sign-in takes, and more. */
async function guess(password: string, device?: string): Promise<void> {
  const token = await startSignIn(url(), email, { password, ...(device && { device }) });
  for (let i = 0; i < 6; i++) await finishSignIn(url(), token, wrong(), device);
}

test('changing the password in a session gives no new codes', async () => {
  factor = await turnOnFactor(user);
  let password = testPassword;
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 3; i++) await guess(password);
    const change = { current: password, new: `another good password ${round}` };
    expect((await user.send('POST', '/me/password', change)).status).toBe(204);
    password = change.new;
  }
  expect(await checked()).toBe(10);
});

test('browsers that signed in before the factor was turned on have no allowance of their own', async () => {
  const devices = [];
  for (let i = 0; i < 4; i++) {
    const typed = { email, password: testPassword };
    devices.push((await postOpen<{ device: string }>(url(), '/sign-in', typed)).body.device);
  }
  factor = await turnOnFactor(user);
  for (const device of devices) for (let i = 0; i < 3; i++) await guess(testPassword, device);
  expect(await checked()).toBe(10);
});

test('a session has ten codes in 15 minutes and 50 a day, through all its doors together', async () => {
  factor = await turnOnFactor(user);
  const doors: [string, object][] = [
    ['/me/confirm', {}],
    ['/me/second-factor/recovery-codes', {}],
    ['/me/second-factor/turn-off', { password: testPassword }],
  ];
  const tryCodes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const [path, rest] = doors[i % doors.length] ?? ['', {}];
      await user.send('POST', path, { ...rest, code: wrong() });
    }
  };
  await tryCodes(10);
  for (let quarter = 0; quarter < 4; quarter++) {
    await passQuarter();
    await tryCodes(10);
  }
  expect(await checked()).toBe(50);
  await tryCodes(3);
  await passQuarter();
  await tryCodes(3);
  expect(await checked()).toBe(50);
});

test('strangers get 50 codes a day together, however many sign-ins, browsers and nodes they use', async () => {
  factor = await turnOnFactor(user);
  for (let quarter = 0; quarter < 6; quarter++) {
    await Promise.all([0, 1].map((n) => guess(testPassword, `${n}`.repeat(43))));
    await passQuarter();
  }
  expect(await checked()).toBe(50);
});

function passQuarter() {
  return db.query(
    "UPDATE sign_in_tries SET ends_at = ends_at - interval '15 minutes', started_at = started_at - interval '15 minutes'",
  );
}
