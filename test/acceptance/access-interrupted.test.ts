/**
 * A connection to Postgres that ends, or a node that stands still, in the middle of a sign-in, of adding a passkey and of a
 * change of a role: nothing of it stays, and the same request succeeds when it is sent again.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, consoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { holdTable, stateOf } from '../support/hold-table.ts';
import {
  addPasskey,
  askToSignIn,
  beginPasskey,
  factorOf,
  finishWithPasskey,
  sendPasskey,
} from '../support/passkeys.ts';
import { openTestPool } from '../support/pool.ts';
import { readProcess } from '../support/process-table.ts';
import { startSignIn } from '../support/second-factor.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { type ServerProcess, startServer, useServer } from '../support/server-process.ts';
import { SoftwareAuthenticator } from '../support/software-authenticator.ts';

const origin = 'https://console.example.org';
const settings = { DRAGOMAN_CONSOLE_URL: origin, DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' };
const service = useServer(settings);
const url = () => service.server.consoleUrl;
let db: Database;
let frozen: ServerProcess;
let team: string;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  frozen = await startServer({ ...settings, DATABASE_URL: service.env.DATABASE_URL ?? '' });
  team = await seedTeam(db, 'Harbour');
});
afterAll(async () => {
  expect(await frozen.stop()).toBe(0);
  await db.end();
});
beforeEach(() => db.query('TRUNCATE sign_in_tries'));

async function newPerson(): Promise<[ConsoleUser, SoftwareAuthenticator]> {
  const address = `user${++users}@example.org`;
  await seedUser(db, team, address);
  return [await signIn(url(), address), new SoftwareAuthenticator(origin)];
}
async function enterFull(at = url()) {
  const { id, email } = await seedPerson(db, { operatorRole: 'full' });
  return consoleUser(at, email, await seedSession(db, id));
}
const setRole = (by: ConsoleUser, id: string, role: string | null, previous_role: string | null) =>
  by.send('PUT', `/operator/users/${id}/operator-role`, { role, previous_role });
const roleOf = async (id: string) =>
  (await db.query('SELECT limited_operator_role AS role FROM users WHERE id = $1', [id])).rows[0]?.role;

/** The connection ends when the request has done all but writing its entry in the log. */
async function cutOff<T>(log: 'audit_log' | 'installation_log', ask: () => Promise<T>): Promise<T> {
  const held = await holdTable(service.env.DATABASE_URL ?? '', log);
  const asked = ask();
  const pid = await held.waitingTransaction();
  await db.query('SELECT pg_terminate_backend($1)', [pid]);
  await held.release();
  return asked;
}

test('a sign-in with a passkey that is cut off has used nothing up', async () => {
  const [person, own] = await newPerson();
  await addPasskey(person, own);
  const token = await startSignIn(url(), person.email);
  const answer = own.get((await askToSignIn(url(), token)).body.options);
  const { status } = await cutOff('audit_log', () => finishWithPasskey(url(), token, answer));
  expect(status).toBe(503);
  const { body } = await finishWithPasskey(url(), token, answer);
  expect((await consoleUser(url(), person.email, body.token).get('/me')).status).toBe(200);
});

test('a passkey whose adding is cut off is not there, the factor is off, and other sessions go on', async () => {
  const [person, own] = await newPerson();
  const other = await signIn(url(), person.email);
  const made = own.create((await beginPasskey(person)).body.options);
  expect((await cutOff('audit_log', () => sendPasskey(person, made))).status).toBe(503);
  expect(await factorOf(other)).toMatchObject({ is_on: false, passkeys: [], recovery_codes_left: null });
  const added = await sendPasskey(person, made);
  expect([added.status, added.body.recovery_codes?.length]).toEqual([200, 10]);
  expect((await other.get('/me')).status).toBe(401);
});

test('a change of a role that is cut off has changed nothing, nor ended a link', async () => {
  const full = await enterFull();
  const { id, email } = await seedPerson(db, { operatorRole: 'support' });
  const support = consoleUser(url(), email, await seedSession(db, id));
  const invited = { email: 'invited@example.org', role: 'viewer' };
  expect((await support.send('POST', `/teams/${team}/invitations`, invited)).status).toBe(201);
  expect((await cutOff('installation_log', () => setRole(full, id, null, 'support'))).status).toBe(503);
  const open = () =>
    db
      .query('SELECT 1 FROM access_links WHERE made_by = $1 AND used_at IS NULL', [id])
      .then((r) => r.rowCount);
  expect([await roleOf(id), await open()]).toEqual(['support', 1]);
  expect((await setRole(full, id, null, 'support')).status).toBe(200);
  expect([await roleOf(id), await open()]).toEqual([null, 0]);
});

test('a node that stands still while it changes a role keeps others from changing roles for seconds, and changes nothing', async () => {
  const [asleep, awake] = [await enterFull(frozen.consoleUrl), await enterFull()];
  const [one, other] = [await seedPerson(db, {}), await seedPerson(db, {})];
  const held = await holdTable(service.env.DATABASE_URL ?? '', 'installation_log');
  const changing = setRole(asleep, one.id, 'billing', null).catch(() => undefined);
  const pid = await held.waitingTransaction();
  process.kill(frozen.pid, 'SIGSTOP');
  try {
    await expect.poll(() => readProcess(frozen.pid)?.state, { timeout: 60_000 }).toBe('T');
    await held.release();
    await expect.poll(() => stateOf(db, pid), { timeout: 60_000 }).toBe('idle in transaction');
    const changeOther = async () => (await setRole(awake, other.id, 'billing', null)).status;
    await expect.poll(changeOther, { timeout: 60_000, interval: 10 }).toBe(200);
    expect([await roleOf(one.id), await roleOf(other.id)]).toEqual([null, 'billing']);
  } finally {
    process.kill(frozen.pid, 'SIGCONT');
  }
  expect((await changing)?.status).toBe(503);
  expect((await setRole(asleep, one.id, 'billing', null)).status).toBe(200);
});
