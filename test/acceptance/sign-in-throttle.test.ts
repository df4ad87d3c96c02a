/** Nobody keeps somebody else out by wrong passwords, and guessing stays hopeless. Addresses come from a trusted proxy. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer({ DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' });
let db: Database;
let team: string;
let emails = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());
beforeEach(() => db.query('TRUNCATE sign_in_tries, known_origins'));

async function newUser(role: 'owner' | 'member' = 'member'): Promise<string> {
  const email = `user${++emails}@example.org`;
  await seedUser(db, team, email, role);
  return email;
}

const send = <T>(path: string, address: string, body: object, headers: Record<string, string> = {}) =>
  call<T & ProblemAnswer>(`${service.server.consoleUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  });
const signIn = (email: string, address: string, { password = testPassword, device = '' } = {}) =>
  send<{ token: string; device: string }>('/sign-in', address, {
    email,
    password,
    ...(device && { device }),
  });
const guess = (email: string, address: string, device = '') =>
  signIn(email, address, { password: 'a wrong password', device });

/** So many wrong passwords at once; how they were answered. */
async function attack(tries: readonly { email: string; address: string }[]): Promise<Record<number, number>> {
  const answers: Record<number, number> = {};
  for (let i = 0; i < tries.length; i += 20) {
    const some = await Promise.all(tries.slice(i, i + 20).map(({ email, address }) => guess(email, address)));
    for (const { status } of some) answers[status] = (answers[status] ?? 0) + 1;
  }
  return answers;
}
/** As if every wrong password had been sent a thousand times. */
async function raiseCounters(pool = db): Promise<void> {
  await pool.query('UPDATE sign_in_tries SET tries = tries + 1000 WHERE tries > 0');
}
async function closeToStrangers(email: string): Promise<void> {
  await guess(email, '198.51.100.254');
  await raiseCounters();
}
const repeat = (count: number, one: (i: number) => { email: string; address: string }) =>
  Array.from({ length: count }, (_, i) => one(i));

describe('nobody is kept out by others', () => {
  test('an account that is guessed at from elsewhere still signs in where it did before', async () => {
    const email = await newUser();
    expect((await signIn(email, '192.0.2.1')).status).toBe(200);
    const answers = await attack(repeat(15, () => ({ email, address: '198.51.100.1' })));
    expect(answers).toEqual({ 401: 10, 429: 5 });
    expect((await signIn(email, '192.0.2.1')).status).toBe(200);
    // Nor is a network that is new to it, while few tries were made.
    expect((await signIn(email, '203.0.113.1')).status).toBe(200);
  });

  longTest('nor by as many networks as somebody has, which together have 100 tries a day', async () => {
    const email = await newUser();
    await signIn(email, '192.0.2.1');
    const answers = await attack(repeat(110, (i) => ({ email, address: `198.51.100.${i}` })));
    expect(answers).toEqual({ 401: 100, 429: 10 });
    const stranger = await signIn(email, '203.0.113.1');
    expect([stranger.status, stranger.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await signIn(email, '192.0.2.1')).status).toBe(200);
  });

  test('tries for other accounts from a shared address do not keep out those who signed in from there before', async () => {
    const email = await newUser();
    await signIn(email, '192.0.2.1');
    await guess('nobody@example.org', '192.0.2.1');
    await raiseCounters();
    expect((await guess('nobody2@example.org', '192.0.2.1')).status).toBe(429);
    expect((await signIn(email, '192.0.2.1')).status).toBe(200);
    expect((await signIn(await newUser(), '192.0.2.1')).status).toBe(429);
  });

  test('a browser that signed in before is let in where somebody behind the same address guesses', async () => {
    const email = await newUser();
    const { device } = (await signIn(email, '192.0.2.1')).body;
    expect(device).toMatch(/^[\w-]{43}$/);
    await attack(repeat(11, () => ({ email, address: '192.0.2.1' })));
    expect((await signIn(email, '192.0.2.1')).status).toBe(429);
    const known = await signIn(email, '192.0.2.1', { device });
    expect([known.status, known.body.device]).toEqual([200, device]);
    // It is good from anywhere, and for its own account alone.
    await closeToStrangers(email);
    expect((await signIn(email, '203.0.113.9')).status).toBe(429);
    expect((await signIn(email, '203.0.113.9', { device })).status).toBe(200);
    const other = await newUser();
    await attack(repeat(11, () => ({ email: other, address: '192.0.2.7' })));
    expect((await signIn(other, '192.0.2.7', { device })).status).toBe(429);
  });

  test('a link from an owner lets in whom others keep out, and whoever is signed in changes the password', async () => {
    const [owner, email] = [await newUser('owner'), await newUser()];
    const { token } = (await signIn(owner, '192.0.2.1')).body;
    const session = (await signIn(email, '192.0.2.2')).body.token;
    await closeToStrangers(email);
    expect((await signIn(email, '203.0.113.1')).status).toBe(429);
    const change = { current: testPassword, new: 'another good password' };
    expect((await send('/me/password', '203.0.113.1', change, bearer(session))).status).toBe(204);
    const people = await call<{ people: { id: string; email: string }[] }>(
      `${service.server.consoleUrl}/api/teams/${team}/people`,
      { headers: bearer(token) },
    );
    const id = people.body.people.find((each) => each.email === email)?.id;
    const reset = await send<{ token: string }>(
      `/teams/${team}/people/${id}/password-reset`,
      '192.0.2.1',
      {},
      bearer(token),
    );
    await closeToStrangers(email);
    const accepted = await send('/links/accept', '203.0.113.5', {
      token: reset.body.token,
      password: testPassword,
    });
    expect(accepted.status).toBe(204);
    await closeToStrangers(email);
    expect((await signIn(email, '203.0.113.5')).status).toBe(200);
  });
});

describe('guessing is hopeless', () => {
  test('with invitations to one team, ten tries in a quarter of an hour, however many there are', async () => {
    const [owner, email] = [await newUser('owner'), 'elsewhere@example.org'];
    await seedUser(db, await seedTeam(db, 'Lighthouse'), email);
    const { token } = (await signIn(owner, '192.0.2.1')).body;
    await closeToStrangers(email);
    const answers: number[] = [];
    for (let i = 0; i < 4; i++) {
      const invitation = { email, role: 'viewer' };
      const path = `/teams/${team}/invitations`;
      const link = await send<{ token: string }>(path, '192.0.2.1', invitation, bearer(token));
      const tried = { token: link.body.token, password: 'a wrong password' };
      for (let j = 0; j < 4; j++) answers.push((await send('/links/accept', '203.0.113.1', tried)).status);
    }
    expect(answers).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
  });

  test('from a network or with a device that the account knows, ten tries in a quarter of an hour', async () => {
    const email = await newUser();
    const { device } = (await signIn(email, '192.0.2.1')).body;
    expect(await attack(repeat(14, () => ({ email, address: '192.0.2.1' })))).toEqual({ 401: 10, 429: 4 });
    // With all other ways in closed.
    await closeToStrangers(email);
    const withDevice = [];
    for (let i = 0; i < 12; i++) withDevice.push((await guess(email, `203.0.113.${i}`, device)).status);
    expect(withDevice).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await signIn(email, '192.0.2.1', { device })).status).toBe(429);
  });

  test('a wrong password for an account that is known here is answered like one for an account that does not exist', async () => {
    const email = await newUser();
    await signIn(email, '192.0.2.1');
    await attack(repeat(1, () => ({ email: 'nobody0@example.org', address: '192.0.2.1' })));
    await raiseCounters();
    const known = await guess(email, '192.0.2.1');
    const unknown = await guess('nobody@example.org', '192.0.2.1');
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(unknown.body).toEqual(known.body);
  });

  test('only hashes are stored', async () => {
    const email = await newUser();
    const { device } = (await signIn(email, '192.0.2.1')).body;
    await guess(email, '198.51.100.1');
    const { rows } = await db.query(
      'SELECT t::text AS row FROM sign_in_tries t UNION ALL SELECT k::text FROM known_origins k',
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { row } of rows) {
      for (const secret of [email, '192.0.2.1', '198.51.100.1', device]) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
  });
});

describe('a dual-stack listener', () => {
  const dual = useServer({ DRAGOMAN_CONSOLE_HOST: '::' });

  /** From one of the addresses that this machine has for itself. */
  function guessFrom(localAddress: string, host: string, email: string): Promise<number> {
    const body = JSON.stringify({ email, password: 'a wrong password' });
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port: Number(new URL(dual.server.consoleUrl).port), localAddress });
      socket.on('error', reject).once('data', (answer) => {
        socket.destroy();
        resolve(Number(String(answer).split(' ', 2)[1]));
      });
      socket.write(
        `POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  }

  test('tells IPv4 clients apart', async () => {
    expect(await guessFrom('127.0.0.1', '127.0.0.1', 'u1@example.org')).toBe(401);
    const own = openTestPool(dual.env.DATABASE_URL ?? '');
    await raiseCounters(own);
    await own.end();
    expect(await guessFrom('127.0.0.1', '127.0.0.1', 'u2@example.org')).toBe(429);
    expect(await guessFrom('127.0.0.2', '127.0.0.1', 'u@example.org')).toBe(401);
    expect(await guessFrom('::1', '::1', 'u@example.org')).toBe(401);
  });
});

test('a flood of tries is refused beyond what can wait, and who is known does not wait behind it', async () => {
  const email = await newUser();
  await signIn(email, '192.0.2.1');
  const flood = Array.from({ length: 400 }, (_, i) =>
    guess(`nobody${i}@example.org`, `2001:db8:${i % 100}::1`),
  );
  let isOver = false;
  const answers = Promise.all(flood).then((all) => {
    isOver = true;
    return all;
  });
  expect((await signIn(email, '192.0.2.1')).status).toBe(200);
  expect(isOver).toBe(false);
  const counts = Map.groupBy(await answers, ({ status }) => status);
  expect([...counts.keys()].toSorted()).toEqual([401, 503]);
  for (const { headers } of counts.get(503) ?? [])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
