/** An installation that requires a second factor of its operators. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { consoleAccess, setUpRoutes } from '../support/console-access.ts';
import { consoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { openServer, useServer } from '../support/server-process.ts';

const service = useServer({
  DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on',
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
interface Me {
  teams: object[];
  session: { must_set_up_second_factor: boolean };
}
let db: Database;
let team: string;
let email: string;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());
beforeEach(async () => {
  email = `operator${++users}@example.org`;
  await seedUser(db, team, email, 'operator');
});

const enter = () => signIn(service.server.consoleUrl, email);

test('an operator without one reaches only what turning it on needs', async () => {
  const operator = await enter();
  const reached = [];
  for (const [name, access] of Object.entries(consoleAccess)) {
    if (access === 'open') continue;
    const [method = '', path = ''] = name.split(' ');
    // Signing out would end the session of this test.
    if (name === 'POST /api/sign-out') continue;
    const at = path.slice('/api'.length).replace(':team', team).replaceAll(/:\w+/g, 'x');
    const { body } = await operator.send<object>(method, at);
    if (!`${body?.detail}`.startsWith('Operators need a second factor')) reached.push(name);
  }
  expect(reached.toSorted()).toEqual(setUpRoutes.filter((name) => name !== 'POST /api/sign-out').toSorted());
  const { body } = await operator.get<Me>('/me');
  expect([body.teams, body.session.must_set_up_second_factor]).toEqual([[], true]);
  expect((await operator.send('POST', '/sign-out')).status).toBe(204);
  expect((await operator.get('/me')).status).toBe(401);
});

test('no other spelling of a path, method or header opens more', async () => {
  const { token } = await enter();
  const port = Number(new URL(service.server.consoleUrl).port);
  const ask = async (method: string, path: string, header = `authorization: Bearer ${token}`) => {
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\nconnection: close\r\n\r\n`;
    const answer = await rawRequest(port, head);
    return {
      status: Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1]),
      // Other paths have the files of the dashboard.
      isOfApi: /^content-type: (application\/json|text\/csv)/im.test(answer),
    };
  };
  expect(await ask('GET', '/api/me')).toEqual({ status: 200, isOfApi: true });
  // Of two sessions, a proxy in front may have read the other one.
  const twice = `authorization: Bearer ${token}\r\nauthorization: Bearer ${token}`;
  expect((await ask('GET', '/api/me', twice)).status).toBe(401);
  const names = ['/operator/teams', '/operator/audit', `/teams/${team}/audit`, '/sessions'];
  const spellings = names.flatMap((name) => [
    `/api${name}`,
    `/api${name}/`,
    `/api/${name}`,
    `//api${name}`,
    `/api${name}?`,
    `/api${name};x`,
    `/api/.${name}`,
    `/api/me/..${name}`,
    `/api/me/%2e%2e${name}`,
    `/api/me%2f..${name}`,
    `/api${name.replace('s', '%73')}`,
    `/API${name}`,
    `http://localhost/api${name}`,
  ]);
  const opened = [];
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])
    for (const path of spellings) {
      const { status, isOfApi } = await ask(method, path);
      if (status < 300 && isOfApi) opened.push(`${method} ${path}: ${status}`);
    }
  expect(opened).toEqual([]);
});

test('turning it on opens the rest at once, and turning it off closes it', async () => {
  const operator = await enter();
  const factor = await turnOnFactor(operator);
  expect((await operator.get('/operator/teams')).status).toBe(200);
  const { consoleUrl } = service.server;
  const { token } = (await finishSignIn(consoleUrl, await startSignIn(consoleUrl, email), factor.code()))
    .body;
  const again = consoleUser(consoleUrl, email, token);
  const { body } = await again.get<Me>('/me');
  expect([body.teams.length > 0, body.session.must_set_up_second_factor]).toEqual([true, false]);
  await db.query('DELETE FROM second_factors');
  expect([(await operator.get('/operator/teams')).status, (await operator.get('/me')).status]).toEqual([
    403, 200,
  ]);
});

test('it concerns operators alone, and no session of single sign-on', async () => {
  const owner = `owner${users}@example.org`;
  await seedUser(db, team, owner);
  const person = await signIn(service.server.consoleUrl, owner);
  expect((await person.get(`/teams/${team}/keys`)).status).toBe(200);
  const operator = await enter();
  await db.query("UPDATE sessions SET issuer = 'https://id.example.org'");
  expect((await operator.get('/operator/teams')).status).toBe(200);
});

test('the operator for emergencies needs one as well', async () => {
  const server = await openServer({
    ...service.env,
    DRAGOMAN_CONSOLE_URL: 'http://127.0.0.1:8081',
    DRAGOMAN_OIDC_ISSUER: 'http://127.0.0.1:9',
    DRAGOMAN_OIDC_CLIENT_ID: 'dragoman',
    DRAGOMAN_OIDC_CLIENT_SECRET: 'unused',
    DRAGOMAN_PASSWORD_SIGN_IN: 'off',
    DRAGOMAN_BREAK_GLASS_OPERATOR: email,
  });
  try {
    const operator = await signIn(server.consoleUrl, email);
    expect((await operator.get('/operator/teams')).status).toBe(403);
    const factor = await turnOnFactor(operator);
    const token = await startSignIn(server.consoleUrl, email);
    expect((await finishSignIn(server.consoleUrl, token, factor.code())).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('an operator loses the rest on the next request where it was off before', async () => {
  const { DRAGOMAN_OPERATOR_SECOND_FACTOR: _, ...env } = service.env;
  const server = await openServer(env);
  try {
    const { token } = await signIn(server.consoleUrl, email);
    const status = async (url: string) =>
      (await consoleUser(url, email, token).get('/operator/teams')).status;
    expect([await status(server.consoleUrl), await status(service.server.consoleUrl)]).toEqual([200, 403]);
  } finally {
    await server.stop();
  }
});
