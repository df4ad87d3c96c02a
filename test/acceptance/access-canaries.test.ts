/**
 * What people sign in with is in no log line, row, span, metric, audit entry, problem or output of a command. The canaries are
 * not listed by hand: every secret member of every request and answer is one.
 */
import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { runDragoman } from '../support/command-line.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import {
  clientId,
  clientSecret,
  type OidcServer,
  providerBrowser,
  startOidcServer,
} from '../support/oidc-server.ts';
import { openTestPool } from '../support/pool.ts';
import { codeOf } from '../support/second-factor.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const consoleUrl = 'https://dragoman.example.org';
const redirectUrl = `${consoleUrl}/sign-in/return`;
const database = useTestDatabase();
const dataKey = randomBytes(32).toString('base64');
let db: Database;
let idp: OidcServer;
let collector: Collector;
let env: Record<string, string>;
let server: RunningServer;
let team: string;

beforeAll(async () => {
  db = openTestPool(database.url);
  idp = await startOidcServer(redirectUrl);
  collector = await startCollector();
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_DATA_KEY: dataKey,
    DRAGOMAN_LOG_LEVEL: 'debug',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
    DRAGOMAN_CONSOLE_URL: consoleUrl,
    DRAGOMAN_OIDC_ISSUER: idp.issuer,
    DRAGOMAN_OIDC_CLIENT_ID: clientId,
    DRAGOMAN_OIDC_CLIENT_SECRET: clientSecret,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  server = await openServer(env);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, 'operator@example.org', 'operator');
  await seedUser(db, team, 'person@example.org');
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
  await collector[Symbol.asyncDispose]();
  await db.end();
});

/** By the name of the secret. */
const canaries = new Map<string, Set<string>>();
/** Bodies of refusals, which must not repeat what was sent. */
const problems: string[] = [];
const secretMember = /token|secret|password|code|device|^current$|^new$|^state$|^url$|^uri$/;
/** The codes of problems are words, and the state of a sign-in has others beside it. */
const isWord = /^[a-z_]+$/;

function collect(name: string, value: unknown): void {
  if (Array.isArray(value)) for (const each of value) collect(name, each);
  else if (typeof value === 'object' && value !== null)
    for (const [member, each] of Object.entries(value)) collect(member, each);
  else if (typeof value === 'string' && value.length >= 6 && secretMember.test(name) && !isWord.test(value))
    canaries.set(name, (canaries.get(name) ?? new Set()).add(value));
}

async function send<T>(method: string, path: string, body?: object | string, token?: string) {
  const isForm = typeof body === 'string';
  if (!isForm) collect('', body);
  const answer = await call<T>(`${server.consoleUrl}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (answer.status < 400) collect('', answer.body);
  else problems.push(JSON.stringify(answer.body));
  return answer;
}
const post = async <T>(path: string, body: object | string, token?: string) =>
  (await send<T>('POST', path, body, token)).body;

type SignedIn = { token: string; refresh_token: string; second_factor: { token: string } };
const signIn = (name: string, password = testPassword) =>
  post<SignedIn>('/sign-in', { email: `${name}@example.org`, password, renewable: true });
/** As if the last code had been long ago. */
const forgetStep = () => db.query('UPDATE second_factors SET last_step = NULL');

async function signInWithPasswords(): Promise<void> {
  const operator = await signIn('operator');
  const person = await signIn('person');
  await signIn('person', 'a wrong password of somebody');
  const renewed = await post<SignedIn>('/sessions/renew', { refresh_token: person.refresh_token });
  const { token } = renewed;
  const { secret } = await post<{ secret: string }>(
    '/me/second-factor/setup',
    { password: testPassword },
    token,
  );
  canaries.set(
    'bytes of the secret',
    new Set([Buffer.from(Secret.fromBase32(secret).bytes).toString('hex')]),
  );
  const { recovery_codes: codes } = await post<{ recovery_codes: string[] }>(
    '/me/second-factor',
    { code: codeOf(secret) },
    token,
  );
  canaries.set('typed recovery codes', new Set(codes.map((code) => code.replaceAll('-', ''))));
  for (const code of ['999999', 'not-a-recovery-code', codes[0] ?? '']) {
    const { second_factor } = await signIn('person');
    await post('/sign-in/code', { pending_token: second_factor.token, code });
  }
  await forgetStep();
  await post('/me/confirm', { code: codeOf(secret) }, token);
  await forgetStep();
  await post('/me/second-factor/recovery-codes', { code: codeOf(secret) }, token);
  await post('/me/password', { current: testPassword, new: 'a new password of mine' }, token);
  const { rows } = await db.query<{ id: string }>("SELECT id FROM users WHERE email LIKE 'person@%'");
  for (const path of ['password-reset', 'second-factor-reset']) {
    const link = await post<{ token: string }>(`/operator/users/${rows[0]?.id}/${path}`, {}, operator.token);
    await post('/links/look', { token: link.token });
    await post('/links/accept', { token: link.token, password: `a password by ${path}` });
    await post('/links/accept', { token: link.token, password: 'a password that comes late' });
  }
  const invited = { email: 'invited@example.org', role: 'viewer' };
  const link = await post<{ token: string }>(`/teams/${team}/invitations`, invited, operator.token);
  await post('/links/accept', { token: link.token, password: 'a password of somebody new' });
}

async function signInWithProvider(): Promise<void> {
  idp.setPerson({ sub: 'subject', claims: { email: 'provided@example.org', email_verified: true } });
  idp.alterTokens(async (tokens) => {
    collect('', tokens);
    canaries.set('nonce', new Set([String(decodeJwt(String(tokens.id_token)).nonce)]));
    return tokens;
  });
  const { url, secret } = await post<{ url: string; secret: string }>('/sign-in/provider', {});
  const answer = await providerBrowser(redirectUrl)(url);
  const { token } = await post<SignedIn>('/sign-in/provider/finish', { secret, answer, renewable: true });
  await post('/sign-in/provider/finish', { secret, answer });
  await send('GET', '/sign-out/provider', undefined, token);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: idp.issuer, aud: clientId, iat, exp: iat + 120, sub: 'subject' };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  for (const payload of [claims, { ...claims, aud: 'others', events }, { ...claims, events }]) {
    const logout_token = await idp.sign(payload);
    collect('', { logout_token });
    await post('/sign-in/provider/logout', new URLSearchParams({ logout_token }).toString());
  }
  canaries.set('settings', new Set([clientSecret, dataKey]));
}

/** In places where they do not belong: problems and logs must not repeat them. */
async function misplace(): Promise<void> {
  const all = [...new Set([...canaries.values()].flatMap((values) => [...values]))];
  for (const canary of all) {
    const text = encodeURIComponent(canary);
    await send('GET', `/sessions/renew?refresh_token=${text}`);
    await send('GET', `/links/${text}?token=${text}`);
    await send('POST', '/sign-in/code', { pending_token: [canary], code: { canary } });
    await send('POST', '/links/look', `{"token":"${canary}"`);
    await send('POST', `/sign-in`, { email: canary, password: canary, [canary]: canary });
  }
}

async function dump(): Promise<string> {
  const { rows: tables } = await db.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const parts = [];
  for (const { name } of tables)
    parts.push((await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows);
  return parts.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
}

test('secrets of every kind are nowhere but in their own answer', async () => {
  await signInWithPasswords();
  await signInWithProvider();
  await db.query('TRUNCATE sign_in_tries');
  await misplace();
  const operator = await signIn('operator');
  const read = async (path: string) =>
    JSON.stringify((await send('GET', path, undefined, operator.token)).body);
  const commands = await Promise.all(
    [
      ['doctor'],
      ['config', 'check'],
      ['audit', '--details'],
      ['user', 'reset-factor', 'person@example.org'],
    ].map((args) => runDragoman(args, env)),
  );
  await expect.poll(() => collector.raw()).toContain('/api/sign-in/code');
  const places = {
    'the log': server.log(),
    'the database': await dump(),
    spans: collector.raw(),
    metrics: await (await fetch(`${server.opsUrl}/metrics`)).text(),
    'the audit logs': `${await read('/operator/audit?limit=100')}${await read('/operator/audit?limit=100&export=csv')}`,
    'the list of users': await read('/operator/users?limit=100'),
    'the audit log of the team': await read(`/teams/${team}/audit?limit=100`),
    problems: problems.join('\n'),
    commands: commands.map(({ stdout, stderr }) => stdout + stderr).join('\n'),
  };
  // Nothing was read in vain.
  expect(places['the log']).toContain('/api/sign-in');
  expect(places['the database']).toContain('person@example.org');
  expect(places['the audit logs']).toContain('user.second_factor_failed');
  expect(problems.length).toBeGreaterThan(50);
  const found = [];
  let looked = 0;
  for (const [kind, values] of canaries)
    for (const value of values)
      for (const [place, text] of Object.entries(places)) {
        looked++;
        // Six digits are in every time and id: a code counts where it is a value of its own.
        const wanted = /^\d{6}$/.test(value)
          ? [`"${value}"`, `=${value}&`]
          : [value, encodeURIComponent(value)];
        if (wanted.some((each) => text.toLowerCase().includes(each.toLowerCase())))
          found.push(`${kind} in ${place}`);
      }
  expect([...new Set(found)]).toEqual([]);
  expect([...canaries.keys()]).toEqual(
    expect.arrayContaining([
      'token',
      'refresh_token',
      'pending_token',
      'device',
      'secret',
      'uri',
      'recovery_codes',
      'code',
      'password',
      'id_token',
      'access_token',
      'logout_token',
      'state',
      'nonce',
    ]),
  );
  expect(looked).toBeGreaterThan(300);
});
