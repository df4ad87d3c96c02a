/** Single sign-on with claims, bodies and providers that are out to do harm. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '../../src/lib/operator-role.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, consoleUser, seedTeam, seedUser } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { type Claims, openSignOn } from '../support/sign-on.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let on: Awaited<ReturnType<typeof openSignOn>>;
let harbour = '';
const pier = uuidV7();

beforeAll(async () => {
  db = openTestPool(database.url);
  on = await openSignOn(database.url, [
    '- { group: harbour, team: Harbour, role: owner }',
    `- { group: pier, team: ${pier}, role: owner }`,
  ]);
  harbour = await seedTeam(db, 'Harbour');
});
beforeEach(() => on.idp.replace({}));
afterAll(async () => {
  await on.stop();
  await db.end();
});

describe('claims', () => {
  test('an address that is somebody else’s in its usual form does not give their account', async () => {
    await seedUser(db, harbour, 'kim@example.org', 'member');
    // The sign of the unit Kelvin.
    expect(await on.enter({ email: '\u212aim@example.org' })).toMatchObject({ status: 403 });
    expect((await on.enter({ email: 'KIM@example.org' })).status).toBe(200);
  });

  test('the operator for emergencies belongs to nobody at the provider', async () => {
    expect(await on.enter({ email: 'Glass@example.org' })).toMatchObject({ status: 403 });
    await seedUser(db, harbour, 'glass@example.org', 'operator');
    expect(await on.enter({ email: 'glass@example.org' })).toMatchObject({ status: 403 });
    // Somebody signed in as this user before it was named for emergencies.
    await db.query(
      "INSERT INTO user_identities (issuer, subject, user_id) SELECT $1, 'before', id FROM users WHERE email = 'glass@example.org'",
      [on.idp.issuer],
    );
    expect(await on.enter({ sub: 'before' })).toMatchObject({ status: 403 });
    expect(await on.enter({ sub: 'before', email: 'glass@example.org' })).toMatchObject({ status: 403 });
  });

  test.each<[string, Claims, object, number]>([
    ['another address', { email: 'victim@example.org' }, { email: 'own@example.org' }, 403],
    ['the same address', { email: 'same@example.org' }, { email: 'same@example.org' }, 200],
    ['the only address', { email: undefined, email_verified: undefined }, { email: 'only@example.org' }, 200],
  ])('that an address is verified is believed of %s beside it', async (_, claims, info, status) => {
    const sub = `about ${status} ${JSON.stringify(info)}`;
    const verified = { sub, email_verified: true, groups: ['harbour'], ...info };
    on.idp.replace({ '/me': (__, response) => json(response, verified) });
    const partly = { sub, groups: undefined, email_verified: undefined, ...claims };
    expect(await on.enter(partly)).toMatchObject({ status });
  });
});

describe('names of teams in the mapping', () => {
  const rename = (user: ConsoleUser, id: string, name: string, previous_name: string) =>
    user.send<{ name: string }>('PATCH', `/operator/teams/${id}`, { name, previous_name });
  const enter = async (operatorRole: OperatorRole) => {
    const { id, email } = await seedPerson(db, { operatorRole });
    return consoleUser(on.server.consoleUrl, email, await seedSession(db, id));
  };

  test('are not moved by support, who would be an owner at the next sign-in', async () => {
    const [support, full] = [await enter('support'), await enter('full')];
    const other = await seedTeam(db, 'Other');
    const refusals = [
      await rename(support, harbour, 'Pier', 'Harbour'),
      await rename(support, other, 'Harbour', 'Other'),
      // The mapping may name a team by its ID.
      await rename(support, other, pier, 'Other'),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await rename(support, other, 'Another', 'Other')).status).toBe(200);
    expect((await rename(full, harbour, 'Pier', 'Harbour')).status).toBe(200);
    expect((await rename(full, harbour, 'Harbour', 'Pier')).status).toBe(200);
  });
});

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

describe('bodies', () => {
  const post = (path: string, body?: string, type?: string) =>
    fetch(`${on.server.consoleUrl}/api/sign-in/provider/${path}`, {
      method: 'POST',
      ...(type !== undefined && { headers: { 'content-type': type } }),
      ...(body !== undefined && { body }),
    });

  test.each([
    ['JSON', '{"logout_token":"a.b.c"}', 'application/json', 401],
    ['a text', 'logout_token=a.b.c', 'text/plain', 415],
    ['nothing', undefined, undefined, 401],
    ['two tokens', 'logout_token=a.b.c&logout_token=d.e.f', 'application/x-www-form-urlencoded', 401],
  ])('a logout with %s is refused', async (_, body, type, status) => {
    expect((await post('logout', body, type)).status).toBe(status);
  });

  test.each([
    '{"secret":1,"answer":{}}',
    '{"secret":"x","answer":[]}',
    '{"answer":{}}',
    'null',
    '{"secret":"x","secret":"y","answer":{}}',
    `{"secret":"x","answer":{"code":"${'x'.repeat(5_000_000)}"}}`,
    '{"secret":"\\u0000","answer":{"code":"\\u0000"}}',
  ])('what is no answer is refused: %#', async (body) => {
    const { status } = await post('finish', body, 'application/json');
    expect([400, 401, 413]).toContain(status);
  });
});

describe('a provider', () => {
  test.each(['/.well-known/openid-configuration', '/jwks', '/token'])(
    'that sends %s without an end is cut off',
    async (path) => {
      const fresh = await on.openAnother();
      const sent = sendForEver(path);
      const { status } = path.startsWith('/.') ? await on.start(fresh) : await on.enter({}, fresh);
      expect(status).toBe(503);
      expect(await sent).toBeLessThan(40 << 20);
      await fresh.stop();
    },
  );

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['names another issuer', (response) => json(response, { issuer: 'https://evil.example.org' })],
    ['is elsewhere', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ])('whose metadata %s is not used', async (_, answer) => {
    const fresh = await on.openAnother();
    let isFollowed = false;
    on.idp.replace({
      '/.well-known/openid-configuration': (__, response) => answer(response),
      '/elsewhere': (__, response) => {
        isFollowed = true;
        response.end();
      },
    });
    expect([401, 503]).toContain((await on.start(fresh)).status);
    expect(isFollowed).toBe(false);
    await fresh.stop();
  });
});

/** Returns how much the provider could send until the connection was closed. */
function sendForEver(path: string): Promise<number> {
  const chunk = Buffer.alloc(1 << 16, ' ');
  return new Promise((ended) => {
    on.idp.replace({
      [path]: (_, response) => {
        let [sent, isClosed] = [0, false];
        const pump = () => {
          if (isClosed) return;
          sent += chunk.length;
          if (response.write(chunk)) setImmediate(pump);
          else response.once('drain', pump);
        };
        response.setHeader('content-type', 'application/json');
        response.on('close', () => {
          isClosed = true;
          ended(sent);
        });
        pump();
      },
    });
  });
}
