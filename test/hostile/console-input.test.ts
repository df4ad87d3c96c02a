/** The console's API, and above all what people sign in with, meets hostile bodies, forms, tokens, headers and paths. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import { consoleAccess } from '../support/console-access.ts';
import { seedTeam, seedUser, signIn, signInRenewable, testPassword } from '../support/console-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { measured } from '../support/event-loop-reports.ts';
import { isLong, leewayInGate, scale } from '../support/long-form.ts';
import { clientId, clientSecret, type OidcServer, startOidcServer } from '../support/oidc-server.ts';
import { openTestPool } from '../support/pool.ts';
import { mainThreadWorkedMs } from '../support/process-table.ts';
import { startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { WirePool } from '../support/wire-pool.ts';
import { consoleRoutesToAttack, hostileConsoleRequest, hostileTokens } from './console-grammar.ts';
import { errorsIn, report } from './report.ts';

const requests = Number(process.env.DRAGOMAN_HOSTILE_REQUESTS ?? scale(400, 100_000));
const seed = Number(process.env.DRAGOMAN_HOSTILE_SEED ?? (isLong ? Date.now() % 1e9 : 20_261_118));
const redirectUrl = 'https://dragoman.example.org/sign-in/return';
const eventLoop = measured();
const database = useTestDatabase();
let db: Database;
let idp: OidcServer;
let server: ServerProcess;
let pool: WirePool;
let team: string;
let sessions: string[];
let known: string[];

beforeAll(async () => {
  db = openTestPool(database.url);
  idp = await startOidcServer(redirectUrl);
  server = await startServer({
    ...eventLoop.env,
    ...documentsEnv().env,
    DATABASE_URL: database.url,
    DRAGOMAN_STUB_ENGINE: 'on',
    NODE_ENV: 'test',
    DRAGOMAN_LOG_LEVEL: 'warn',
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
    DRAGOMAN_CONSOLE_URL: 'https://dragoman.example.org',
    DRAGOMAN_OIDC_ISSUER: idp.issuer,
    DRAGOMAN_OIDC_CLIENT_ID: clientId,
    DRAGOMAN_OIDC_CLIENT_SECRET: clientSecret,
  });
  const { consoleUrl } = server;
  team = await seedTeam(db, 'Harbour');
  for (const name of ['operator', 'owner', 'member', 'coded'])
    await seedUser(db, team, `${name}@example.org`, name === 'coded' ? 'owner' : (name as 'owner'));
  const users = await Promise.all(
    ['operator', 'owner', 'member', 'coded'].map((name) => signIn(consoleUrl, `${name}@example.org`)),
  );
  const coded = users.at(-1);
  if (coded === undefined) throw new Error('nobody is signed in');
  const factor = await turnOnFactor(coded);
  sessions = users.map(({ token }) => token);
  const [{ rows }, renewable, pending, started] = await Promise.all([
    db.query<{ id: string }>("SELECT id FROM users WHERE email = 'member@example.org'"),
    signInRenewable(consoleUrl, 'member@example.org'),
    startSignIn(consoleUrl, 'coded@example.org'),
    call<{ secret: string }>(`${consoleUrl}/api/sign-in/provider`, { method: 'POST' }),
  ]);
  known = [
    ...['operator', 'owner', 'member', 'coded'].map((name) => `${name}@example.org`),
    testPassword,
    factor.code(1),
    ...factor.recoveryCodes.slice(0, 2),
    renewable.refresh_token,
    pending,
    started.body.secret,
    team,
    rows[0]?.id ?? '',
    'live',
    'viewer',
  ];
  pool = new WirePool(Number(new URL(consoleUrl).port), 8);
});
afterAll(async () => {
  pool.close();
  const code = await server.stop();
  await idp.stop();
  await db.end();
  expect(code).toBe(0);
});

test('every route of the console is described, and so attacked', () => {
  const described = new Set(
    consoleRoutesToAttack().map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  const left = Object.keys(consoleAccess).filter((name) => !described.has(name));
  expect(left.toSorted()).toEqual([
    'DELETE /api/sessions/:id',
    'DELETE /api/teams/:team/people/:id',
    'GET /api/sign-out/provider',
    'POST /api/operator/teams/:id/suspend',
    'POST /api/operator/users/:id/end-sessions',
    'POST /api/sign-out',
    'POST /api/teams/:team/translate/stream',
  ]);
});

test(`${requests} hostile requests: none is answered with a 5xx, and nobody waits`, async () => {
  await eventLoop.next(server.pid);
  const all = consoleRoutesToAttack();
  const aboutAccess = all.filter(({ path }) =>
    /sign-in|\/me|sessions|links|people|invitations|operator\/(users|audit|availability)/.test(path),
  );
  const subjects = { sessions, known, team };
  const grammar = fc.oneof(
    { weight: 3, arbitrary: hostileConsoleRequest(aboutAccess, subjects) },
    { weight: 1, arbitrary: hostileConsoleRequest(all, subjects) },
  );
  const sent = fc.sample(grammar, { seed, numRuns: requests });
  const byStatus = new Map<string, number>();
  const faults = await Promise.all(
    sent.map(async (request) => {
      const { response, failure } = await pool.send(request);
      const status = String(response?.status ?? failure);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      return response !== undefined && response.status < 500
        ? []
        : [`${status} ${response?.body.slice(0, 200)}: ${request.name}`];
    }),
  );
  report(
    `console: ${sent.length} requests with seed ${seed}, by status ${JSON.stringify(Object.fromEntries([...byStatus].toSorted()))}`,
  );
  const { byOwnWork } = await eventLoop.next(server.pid);
  report(
    `console: event loop late by its own work: p99 ${byOwnWork.p99Ms.toFixed(1)}, max ${byOwnWork.maxMs.toFixed(0)} ms`,
  );
  expect(faults.flat()).toEqual([]);
  expect(byOwnWork.p99Ms).toBeLessThanOrEqual(leewayInGate(50));
  expect(errorsIn(server.log())).toEqual([]);
  // The sessions went through all of it.
  for (const status of ['200', '400', '401', '403', '404'])
    expect(byStatus.get(status), status).toBeGreaterThan(0);
});

test.each(Object.entries(hostileTokens))(
  'a token to end sessions that is %s costs as much as any other',
  async (_, token) => {
    const form = `logout_token=${encodeURIComponent(token.toWellFormed())}`;
    const send = () =>
      call(`${server.consoleUrl}/api/sign-in/provider/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      });
    const before = mainThreadWorkedMs(server.pid);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await send()).status);
    expect(
      answers.every((status) => status === 401 || status === 413),
      String(answers),
    ).toBe(true);
    expect((mainThreadWorkedMs(server.pid) - before) / 5).toBeLessThanOrEqual(leewayInGate(20));
  },
);
