/** Sessions whose tokens are renewed: lost answers, many tabs at once, copies in other hands. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  consoleUser,
  renew as renewAt,
  seedTeam,
  seedUser,
  signIn,
  signInRenewable,
  type Tokens,
  testPassword,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer({ DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
const email = 'owner@example.org';
let db: Database;
let team: string;
let first: Tokens;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, email);
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('DELETE FROM sessions');
  first = await signInRenewable(service.server.consoleUrl, email);
});

const renew = (tokens: Tokens) => renewAt(service.server.consoleUrl, tokens);
const userOf = ({ token }: Tokens) => consoleUser(service.server.consoleUrl, email, token);
const statusOf = async (tokens: Tokens) => (await userOf(tokens).get('/me')).status;
/** The last renewal was longer ago. */
const age = (interval: string) =>
  db.query(
    `UPDATE sessions SET renewed_at = renewed_at - $1::interval, token_expires_at = token_expires_at - $1::interval,
            former_token_expires_at = former_token_expires_at - $1::interval`,
    [interval],
  );
async function next(tokens: Tokens): Promise<Tokens> {
  const { status, body } = await renew(tokens);
  expect(status).toBe(200);
  return body;
}
const copies = async () =>
  (
    await db.query(
      "SELECT actor_type, actor_name, address, details FROM audit_log WHERE action = 'session.copied' ORDER BY id",
    )
  ).rows;

test('a token lasts five minutes, and the previous one until its own end', async () => {
  expect(first.token_expires_in).toBe(300);
  await age('2 minutes');
  const second = await next(first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await age('4 minutes');
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  await age('2 minutes');
  expect(await statusOf(second)).toBe(401);
  const third = await next(second);
  expect(await statusOf(third)).toBe(200);
  expect(new Set([first, second, third].flatMap((one) => [one.token, one.refresh_token])).size).toBe(6);
});

test('the answer says when the session ends from now on', async () => {
  const isHalfAnHour = ({ expires_at }: Tokens) =>
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 30 * 60_000)).toBeLessThan(5 * 60_000);
  await db.query("UPDATE sessions SET last_seen_at = now() - interval '20 minutes'");
  isHalfAnHour(await next(first));
  await db.query("UPDATE sessions SET last_seen_at = now() - interval '20 minutes'");
  isHalfAnHour(await next(first));
});

test('without `renewable`, one token lasts as long as the session', async () => {
  const user = await signIn(service.server.consoleUrl, email);
  const { rows } = await db.query(
    'SELECT token_expires_at, refresh_hash FROM sessions ORDER BY id DESC LIMIT 1',
  );
  expect(rows).toEqual([{ token_expires_at: null, refresh_hash: null }]);
  expect((await user.get('/me')).status).toBe(200);
});

test('Postgres has hashes only', async () => {
  const second = await next(first);
  const { rows } = await db.query('SELECT sessions::text AS row FROM sessions');
  for (const secret of [first, second].flatMap(({ token, refresh_token }) => [token, refresh_token])) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    expect(service.server.log()).not.toContain(secret);
  }
});

describe('a lost answer', () => {
  test('is given again, with a token that has its whole time', async () => {
    const lost = await next(first);
    await age('20 minutes');
    const again = await next(first);
    expect([again.token, again.refresh_token]).toEqual([lost.token, lost.refresh_token]);
    expect(again.token_expires_in).toBeGreaterThan(290);
    expect([await statusOf(again), await copies()]).toEqual([200, []]);
  });

  test('of several renewals in a row ends nothing', async () => {
    let tokens = first;
    for (let i = 0; i < 3; i++) {
      await next(tokens);
      await age('1 minute');
      tokens = await next(tokens);
      expect(await statusOf(tokens)).toBe(200);
      await age('4 minutes');
    }
  });
});

test('twenty tabs that renew at once get the same tokens', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => renew(first)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => `${body.token} ${body.refresh_token}`)).size).toBe(1);
  const { body } = answers[0] ?? (await renew(first));
  expect(await statusOf(body)).toBe(200);
  // Also a tab that comes a moment later, when another one has used the answer.
  expect((await next(first)).token).toBe(body.token);
  // Tabs that are a renewal behind are told so, and end nothing.
  const mixed = await Promise.all([...Array(10).fill(first), ...Array(10).fill(body)].map(renew));
  expect(mixed.slice(0, 10).every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(mixed.slice(10).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await statusOf(mixed[10]?.body ?? first)).toBe(200);
});

describe('a copied refresh token', () => {
  test('that is presented when its successor is in use ends the session, and is audited', async () => {
    const before = (await copies()).length;
    const second = await next(first);
    expect(await statusOf(second)).toBe(200);
    await age('31 seconds');
    expect((await renew(first)).status).toBe(401);
    expect([await statusOf(first), await statusOf(second), (await renew(second)).status]).toEqual([
      401, 401, 401,
    ]);
    expect((await copies()).slice(before)).toEqual([
      { actor_type: 'unknown', actor_name: null, address: '127.0.0.1', details: { email } },
    ]);
  });

  test('of an earlier renewal ends the session', async () => {
    const third = await next(await next(first));
    expect(await statusOf(third)).toBe(200);
    await db.query("UPDATE spent_refresh_tokens SET spent_at = spent_at - interval '31 seconds'");
    expect((await renew(first)).status).toBe(401);
    expect(await statusOf(third)).toBe(401);
  });

  test('that its thief uses first ends the session when its user comes back', async () => {
    const stolen = await next(first);
    expect(await statusOf(stolen)).toBe(200);
    await age('4 minutes');
    expect((await renew(first)).status).toBe(401);
    expect([await statusOf(stolen), (await renew(stolen)).status]).toEqual([401, 401]);
  });

  test('that was made up ends nothing', async () => {
    expect((await renew({ ...first, refresh_token: 'a'.repeat(43) })).status).toBe(401);
    expect((await renew({ ...first, refresh_token: first.token })).status).toBe(401);
    expect(await userOf({ ...first, token: first.refresh_token }).get('/me')).toMatchObject({ status: 401 });
    expect(await statusOf(first)).toBe(200);
  });
});

describe('no token of a session works', () => {
  const ended = async (...tokens: Tokens[]) => {
    for (const one of tokens) expect([await statusOf(one), (await renew(one)).status]).toEqual([401, 401]);
  };

  test('after its user signed out in one tab', async () => {
    const second = await next(first);
    expect((await userOf(second).send('POST', '/sign-out')).status).toBe(204);
    await ended(first, second);
  });

  test('after the password changed elsewhere', async () => {
    const elsewhere = await signIn(service.server.consoleUrl, email);
    const change = (current: string, wanted: string) =>
      elsewhere.send('POST', '/me/password', { current, new: wanted });
    expect((await change(testPassword, 'another good password')).status).toBe(204);
    await ended(first);
    expect((await change('another good password', testPassword)).status).toBe(204);
  });

  test('after half an hour without use, and after twelve hours', async () => {
    await db.query("UPDATE sessions SET last_seen_at = now() - interval '31 minutes'");
    await ended(first);
    await db.query("UPDATE sessions SET last_seen_at = now(), created_at = now() - interval '12 hours'");
    await ended(first);
  });
});

test('what is kept of spent tokens is bounded', async () => {
  await db.query(
    `INSERT INTO spent_refresh_tokens (hash, session_id, spent_at)
     SELECT sha256(n::text::bytea), (SELECT id FROM sessions), now() - n * interval '1 minute' FROM generate_series(1, 500) AS n`,
  );
  await next(await next(await next(first)));
  const { rows } = await db.query('SELECT count(*)::int AS kept FROM spent_refresh_tokens');
  expect(rows).toEqual([{ kept: 200 }]);
});
