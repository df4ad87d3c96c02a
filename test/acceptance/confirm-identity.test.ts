/** Changes that ask again who the user is, ten minutes after the last proof. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { confirmedRoutes, consoleAccess } from '../support/console-access.ts';
import {
  type ConsoleUser,
  consoleUser,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer({ DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
let db: Database;
let team: string;
let user: ConsoleUser;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries');
  user = await newUser('operator');
  await age();
});

async function newUser(role: 'owner' | 'operator' = 'owner'): Promise<ConsoleUser> {
  const email = `user${++users}@example.org`;
  await seedUser(db, team, email, role);
  return signIn(service.server.consoleUrl, email);
}
/** All proofs were eleven minutes ago. */
const age = () =>
  db.query(
    "UPDATE sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'",
  );
const createKey = (by = user) =>
  by.send('POST', `/teams/${team}/keys`, { name: 'press', mode: 'live', scopes: ['translate'] });
const confirm = (proof: object, by = user) => by.send('POST', '/me/confirm', proof);

test('these routes ask again, and no others', async () => {
  const answers = await Promise.all(
    Object.entries(consoleAccess)
      .filter(([name, access]) => access !== 'open' && name !== 'POST /api/sign-out')
      .map(async ([name]) => {
        const [method = '', path = ''] = name.split(' ');
        const at = path
          .slice('/api'.length)
          .replace(':team', team)
          .replaceAll(/:\w+/g, () => randomUUID());
        const { status, headers } = await user.send(method, at);
        return { name, status, isAsked: headers.has('confirmation-needed') };
      }),
  );
  const found = answers.filter(({ isAsked }) => isAsked);
  expect(found.map(({ name }) => name).toSorted()).toEqual(confirmedRoutes.toSorted());
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([403]));
});

describe('without a second factor', () => {
  test('the password is asked for, and lasts ten minutes', async () => {
    const refused = await createKey();
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect(refused.headers.get('confirmation-needed')).toBe('password');
    expect((await confirm({ password: testPassword })).status).toBe(204);
    expect((await createKey()).status).toBe(201);
    await age();
    expect((await createKey()).status).toBe(403);
  });

  test('a wrong password, or none, confirms nothing, and ten close it for this session alone', async () => {
    expect((await confirm({})).status).toBe(403);
    const tries = [];
    for (let i = 0; i < 11; i++) tries.push((await confirm({ password: 'a wrong password' })).status);
    expect([tries[9], tries[10]]).toEqual([403, 429]);
    expect((await confirm({ password: testPassword })).status).toBe(429);
    expect((await createKey()).status).toBe(403);
    // The session goes on.
    expect((await user.get('/me')).status).toBe(200);
  });
});

describe('with a second factor', () => {
  test('a code is asked for, and the password is not enough', async () => {
    const owner = await newUser();
    const factor = await turnOnFactor(owner);
    const { consoleUrl } = service.server;
    const { token } = (
      await finishSignIn(consoleUrl, await startSignIn(consoleUrl, owner.email), factor.code())
    ).body;
    const person = consoleUser(consoleUrl, owner.email, token);
    // The code of the sign-in is a proof.
    expect((await createKey(person)).status).toBe(201);
    await age();
    expect((await createKey(person)).headers.get('confirmation-needed')).toBe('code');
    expect((await confirm({ password: testPassword }, person)).status).toBe(403);
    expect((await confirm({ code: factor.code() }, person)).status).toBe(403);
    expect((await confirm({ code: factor.code(1) }, person)).status).toBe(204);
    expect((await createKey(person)).status).toBe(201);
    // It concerns this session, and not the other one.
    expect((await createKey(owner)).status).toBe(403);
  });
});

test('a session of single sign-on is not asked', async () => {
  await db.query("UPDATE sessions SET issuer = 'https://id.example.org'");
  expect((await createKey()).status).toBe(201);
});
