/**
 * What a provider, a browser or somebody in between may send: answers, ID tokens, claims, metadata, keys and tokens that end
 * sessions. Each has a name and the status that it must get. The long form writes the list to docs/evidence/single-sign-on.md; the gate
 * compares it.
 */
import { createHmac, createPublicKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { decodeJwt, exportSPKI, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import { consoleUser, postOpen, seedTeam } from '../support/console-client.ts';
import { isLong } from '../support/long-form.ts';
import { clientId, clientSecret, newKey, type OidcServer, providerBrowser } from '../support/oidc-server.ts';
import { openTestPool } from '../support/pool.ts';
import type { RunningServer } from '../support/server-process.ts';
import { type Claims, openSignOn } from '../support/sign-on.ts';
import { useTestDatabase } from '../support/test-database.ts';

const evidence = new URL('../../docs/evidence/single-sign-on.md', import.meta.url);
const redirectUrl = 'https://dragoman.example.org/sign-in/return';
const database = useTestDatabase();
let db: Database;
let on: Awaited<ReturnType<typeof openSignOn>>;
let idp: OidcServer;
/** Has read neither metadata nor keys of the provider, because it never could. */
let fresh: RunningServer;
let people = 0;

beforeAll(async () => {
  db = openTestPool(database.url);
  on = await openSignOn(database.url, ['- { group: harbour, team: Harbour, role: member }']);
  fresh = await on.openAnother();
  idp = on.idp;
  await seedTeam(db, 'Harbour');
});
beforeEach(() => {
  idp.replace({});
  idp.setState('up');
  idp.alterTokens(undefined);
});
afterAll(async () => {
  await fresh.stop();
  await on.stop();
  await db.end();
});

type Answer = Record<string, string>;
const start = async (at = on.server) => {
  idp.setPerson({
    sub: `person ${++people}`,
    claims: { email: `person${people}@example.org`, email_verified: true, groups: ['harbour'] },
  });
  return (await on.start(at)).body;
};
const finish = (secret: string, answer: object, at = on.server) =>
  postOpen<{ token: string }>(at.consoleUrl, '/sign-in/provider/finish', { secret, answer });
const browse = (url: string) => providerBrowser(redirectUrl)(url);
/** Somebody new signs in, and `change` has its way with the answer of the provider. */
async function enter(change: (answer: Answer) => object = (answer) => answer, at = on.server) {
  const { url, secret } = await start(at);
  return finish(secret, change(await browse(url)), at);
}

type Case = readonly [name: string, status: number, ask: () => Promise<{ readonly status: number }>];
const answered = (change: (answer: Answer) => object) => () => enter(change);

const answers: readonly Case[] = [
  ['the right one', 200, () => enter()],
  ['no code', 401, answered(({ code: _, ...answer }) => answer)],
  ['a code of nobody', 401, answered((answer) => ({ ...answer, code: 'x'.repeat(43) }))],
  ['no state', 401, answered(({ state: _, ...answer }) => answer)],
  ['another state', 401, answered((answer) => ({ ...answer, state: 'x'.repeat(43) }))],
  ['no issuer, from a provider that sends it', 401, answered(({ iss: _, ...answer }) => answer)],
  [
    'the issuer of another provider (mix-up)',
    401,
    answered((answer) => ({ ...answer, iss: 'https://evil.example.org' })),
  ],
  ['a refusal', 401, answered(({ state, iss }) => ({ state, iss, error: 'access_denied' }))],
  ['a refusal with markup', 401, answered(({ state, iss }) => ({ state, iss, error: '<img src=x>' }))],
  ['a refusal and a code', 401, answered((answer) => ({ ...answer, error: 'access_denied' }))],
  ['nothing', 401, answered(() => ({}))],
  [
    'after the right answer with a wrong state',
    401,
    async () => {
      const { url, secret } = await start();
      const answer = await browse(url);
      await finish(secret, { ...answer, state: 'x' });
      return finish(secret, answer);
    },
  ],
  [
    'a second time (replayed)',
    401,
    async () => {
      const { url, secret } = await start();
      const answer = await browse(url);
      expect((await finish(secret, answer)).status).toBe(200);
      return finish(secret, answer);
    },
  ],
  [
    'for the sign-in of another browser',
    401,
    async () => {
      const [mine, theirs] = [await start(), await start()];
      return finish(theirs.secret, await browse(mine.url));
    },
  ],
  [
    'the code of another sign-in with the state of this one',
    401,
    async () => {
      const [mine, theirs] = [await start(), await start()];
      const answer = await browse(mine.url);
      return finish(mine.secret, { ...(await browse(theirs.url)), state: answer.state });
    },
  ],
  ['with a secret of nobody', 401, async () => finish('A'.repeat(43), await browse((await start()).url))],
  [
    'after more than ten minutes',
    401,
    async () => {
      const { url, secret } = await start();
      const answer = await browse(url);
      await db.query("UPDATE provider_sign_ins SET started_at = now() - interval '11 minutes'");
      return finish(secret, answer);
    },
  ],
];

const now = () => Math.floor(Date.now() / 1_000);
const base64url = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const token =
  (make: (claims: Record<string, unknown>, idToken: string) => Promise<string> | string) => async () => {
    idp.alterTokens(async (tokens) => {
      const idToken = String(tokens.id_token);
      return { ...tokens, id_token: await make(decodeJwt(idToken), idToken) };
    });
    return enter();
  };
const claiming = (change: (claims: Record<string, unknown>) => Record<string, unknown>) =>
  token((claims) => idp.sign(change(claims)));
const withHeader = (header: object) => token((claims) => `${base64url(header)}.${base64url(claims)}.`);
/** As if the provider had a secret in common with whoever reads its keys, or with this client. */
const hmacSigned = (secretOf: (key: JWK) => Promise<string> | string) =>
  token(async (claims) => {
    const [key = {}] = ((await (await fetch(`${idp.issuer}/jwks`)).json()) as { keys: JWK[] }).keys;
    const text = `${base64url({ alg: 'HS256', kid: key.kid })}.${base64url(claims)}`;
    const signature = createHmac('sha256', await secretOf(key)).update(text);
    return `${text}.${signature.digest('base64url')}`;
  });
const pemOf = async (key: JWK) =>
  exportSPKI((await importJWK(key, 'RS256')) as Parameters<typeof exportSPKI>[0]);
const replacingHead = (head: (key: JWK) => object) =>
  token(async (claims) => {
    const key = await newKey();
    const signed = await idp.sign(claims, { key });
    return [base64url({ alg: 'RS256', ...head(key) }), ...signed.split('.').slice(1)].join('.');
  });
const publicOf = (key: JWK) => createPublicKey({ key: { ...key }, format: 'jwk' }).export({ format: 'jwk' });

const idTokens: readonly Case[] = [
  ['of another sign-in (`nonce`)', 401, claiming((claims) => ({ ...claims, nonce: 'x'.repeat(43) }))],
  ['without a nonce', 401, claiming(({ nonce: _, ...claims }) => claims)],
  ['for another client', 401, claiming((claims) => ({ ...claims, aud: 'somebody' }))],
  ['for this client alone, in a list', 200, claiming((claims) => ({ ...claims, aud: [clientId] }))],
  ['for no client', 401, claiming(({ aud: _, ...claims }) => claims)],
  [
    'for several clients, given to another one (`azp`)',
    401,
    claiming((claims) => ({ ...claims, aud: [clientId, 'x'], azp: 'x' })),
  ],
  ['for several clients, without `azp`', 401, claiming((claims) => ({ ...claims, aud: [clientId, 'x'] }))],
  [
    'for several clients, given to this one',
    200,
    claiming((claims) => ({ ...claims, aud: [clientId, 'x'], azp: clientId })),
  ],
  ['of another issuer', 401, claiming((claims) => ({ ...claims, iss: 'https://evil.example.org' }))],
  ['of the issuer with a slash', 401, claiming((claims) => ({ ...claims, iss: `${claims.iss}/` }))],
  ['without an issuer', 401, claiming(({ iss: _, ...claims }) => claims)],
  ['that expired', 401, claiming((claims) => ({ ...claims, iat: now() - 900, exp: now() - 300 }))],
  ['that does not expire', 401, claiming(({ exp: _, ...claims }) => claims)],
  ['that expires at a text', 401, claiming((claims) => ({ ...claims, exp: 'tomorrow' }))],
  ['without a time', 401, claiming(({ iat: _, ...claims }) => claims)],
  ['that are valid in ten minutes', 401, claiming((claims) => ({ ...claims, nbf: now() + 600 }))],
  ['of a clock 50 s behind', 200, claiming((claims) => ({ ...claims, iat: now() - 50, exp: now() - 20 }))],
  [
    'of a clock 50 s ahead',
    200,
    claiming((claims) => ({ ...claims, iat: now() + 50, nbf: now() + 50, exp: now() + 80 })),
  ],
  ['of a clock 90 s behind', 401, claiming((claims) => ({ ...claims, iat: now() - 120, exp: now() - 90 }))],
  ['of a clock 90 s ahead', 401, claiming((claims) => ({ ...claims, nbf: now() + 90 }))],
  ['without a subject', 401, claiming(({ sub: _, ...claims }) => claims)],
  [
    'with a changed payload',
    401,
    token((claims, idToken) => {
      const [head, , signature] = idToken.split('.');
      return [head, base64url({ ...claims, sub: 'admin' }), signature].join('.');
    }),
  ],
  ['signed with another key', 401, token(async (claims) => idp.sign(claims, { key: await newKey() }))],
  ['signed with a key that it brings along (`jwk`)', 401, replacingHead((key) => ({ jwk: publicOf(key) }))],
  [
    'signed with a key elsewhere (`jku`)',
    401,
    replacingHead(({ kid }) => ({ kid, jku: 'https://evil.example.org/jwks' })),
  ],
  ['whose key is a path', 401, replacingHead(() => ({ kid: '../../../dev/null' }))],
  ['with a critical header that nobody knows', 401, replacingHead(({ kid }) => ({ kid, crit: ['x'], x: 1 }))],
  ['signed with the public key as a secret (HS256)', 401, hmacSigned(pemOf)],
  ['signed with the secret of the client (HS256)', 401, hmacSigned(() => clientSecret)],
  ['without a signature (`none`)', 401, withHeader({ alg: 'none' })],
  ['without a signature (`nOnE`)', 401, withHeader({ alg: 'nOnE' })],
  ['without a signature (RS256)', 401, withHeader({ alg: 'RS256' })],
  ['of five parts (encrypted)', 401, token((_, idToken) => `${idToken}.x.x`)],
  ['that are no token', 503, token(() => 'a.b.c')],
  ['of 2 MiB', 503, token(() => 'x'.repeat(2 << 20))],
  [
    'that are missing',
    401,
    () => {
      idp.alterTokens(async ({ id_token: _, ...tokens }) => tokens);
      return enter();
    },
  ],
];

const said = (claims: Claims) => claiming((given) => ({ ...given, ...claims }));
const claimed: readonly Case[] = [
  ['a subject with NUL', 401, said({ sub: 'a\0b' })],
  ['a subject that is not well-formed', 401, said({ sub: 'a\ud800' })],
  ['a subject of 10,000 letters', 401, said({ sub: 'x'.repeat(10_000) })],
  ['an empty subject', 401, said({ sub: '' })],
  ['a subject that is a number', 401, said({ sub: 7 })],
  ['a session with NUL', 200, said({ sid: 'a\0b' })],
  ['a session that is a number', 200, said({ sid: 7 })],
  ['an address in capitals', 200, said({ email: 'CAPITALS@EXAMPLE.ORG' })],
  ['an address with NUL', 403, said({ email: 'a\0b@example.org' })],
  ['an address with a line break', 403, said({ email: 'a\nb@example.org' })],
  ['an address of 300 letters', 403, said({ email: `${'x'.repeat(300)}@example.org` })],
  ['an address that is a number', 403, said({ email: 7 })],
  ['an address that is a list', 403, said({ email: ['somebody@example.org'] })],
  ['an address that is an object', 403, said({ email: { toString: 'somebody@example.org' } })],
  ['an address that is turned around', 403, said({ email: 'a\u202egro.elpmaxe@x' })],
  ['an address with an invisible character', 403, said({ email: 'kate\u200b@example.org' })],
  ['an address with a space', 403, said({ email: '\u3000kate@example.org' })],
  ['an address with the sign of Kelvin', 403, said({ email: '\u212aate@example.org' })],
  ['an address that is not verified', 403, said({ email_verified: false })],
  ['a text instead of a yes', 403, said({ email_verified: 'true' })],
  ['a group as a text', 200, said({ groups: 'harbour' })],
  ['groups in groups', 403, said({ groups: [['harbour'], { name: 'harbour' }] })],
  ['groups as an object', 403, said({ groups: { harbour: true } })],
  ['groups that are numbers', 403, said({ groups: [1, null, true] })],
  ['a group in capitals', 403, said({ groups: ['HARBOUR'] })],
  ['10,000 groups', 403, said({ groups: Array.from({ length: 10_000 }, (_, i) => `group ${i}`) })],
  ['10,000 groups and the right one', 200, said({ groups: [...Array(10_000).keys(), 'harbour'] })],
  [
    'more groups than fit (`_claim_names`)',
    403,
    () => {
      idp.replace({ '/me': (_, response) => json({ sub: `person ${people}` })(response) });
      return said({ groups: undefined, _claim_names: { groups: 'x' } })();
    },
  ],
  ['groups with names of prototypes', 403, said({ groups: ['__proto__', 'constructor', 'toString'] })],
  ['groups with NUL', 200, said({ groups: ['a\0b', 'harbour'] })],
];

type Page = (response: ServerResponse) => unknown;
const json =
  (value: unknown): Page =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
const html: Page = (response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>');
const failing: Page = (response) => response.writeHead(500).end();
const cutOff: Page = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    .write('{"issuer":');
  response.destroy();
};
const hidden: Page = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
const noJson: Page = (response) => response.setHeader('content-type', 'application/json').end('{"issuer":');
const long: Page = (response) =>
  response.setHeader('content-type', 'application/json').end(`{"keys":[${' '.repeat(2 << 20)}]}`);

/** The provider answers one path with something else. */
function replaced(path: string, page: Page): void {
  idp.replace({ [path]: (_, response) => page(response) });
}
const metadata = async (change: object): Promise<Page> => {
  const response = await fetch(`${idp.issuer}/.well-known/openid-configuration`);
  return json({ ...((await response.json()) as object), ...change });
};
const discovering = (page: Page | (() => Promise<Page>)) => async () => {
  replaced(
    '/.well-known/openid-configuration',
    page.length === 0 ? await (page as () => Promise<Page>)() : (page as Page),
  );
  return on.start(fresh);
};
/** `at`: one that has read the metadata, and no keys. */
const sending = (path: string, page: Page, at: () => RunningServer) => async () => {
  const { url, secret } = await start(at());
  const answer = await browse(url);
  replaced(path, page);
  return finish(secret, answer, at());
};
const keys = (page: Page) => sending('/jwks', page, () => fresh);
const tokens = (page: Page) => sending('/token', page, () => on.server);
/** The ID token lacks the address, so the server asks for it. */
const told = (page: Page) => async () => {
  idp.alterTokens(async (given) => {
    const { email: _, groups: __, ...claims } = decodeJwt(String(given.id_token));
    return { ...given, id_token: await idp.sign(claims) };
  });
  return sending('/me', page, () => on.server)();
};

const providers: readonly Case[] = [
  ['metadata: an error', 503, discovering(failing)],
  ['metadata: a page', 503, discovering(html)],
  ['metadata: half a document', 503, discovering(noJson)],
  ['metadata: the connection breaks', 503, discovering(cutOff)],
  ['metadata: elsewhere', 503, discovering(hidden)],
  ['metadata: 2 MiB', 503, discovering(long)],
  ['metadata: of another issuer', 401, discovering(() => metadata({ issuer: 'https://evil.example.org' }))],
  ['metadata: without keys', 503, discovering(() => metadata({ jwks_uri: undefined }))],
  [
    'metadata: no address to sign in',
    503,
    discovering(() => metadata({ authorization_endpoint: undefined })),
  ],
  ['keys: an error', 503, keys(failing)],
  ['keys: a page', 503, keys(html)],
  ['keys: half a document', 503, keys(noJson)],
  ['keys: the connection breaks', 503, keys(cutOff)],
  ['keys: elsewhere', 503, keys(hidden)],
  ['keys: 2 MiB', 503, keys(long)],
  ['keys: not a list', 503, keys(json({ keys: 'x' }))],
  [
    'keys: a secret in place of a key',
    401,
    keys(json({ keys: [{ kty: 'oct', k: 'c2VjcmV0', alg: 'RS256' }] })),
  ],
  ['tokens: an error', 503, tokens(failing)],
  ['tokens: a page', 503, tokens(html)],
  ['tokens: half a document', 503, tokens(noJson)],
  ['tokens: the connection breaks', 503, tokens(cutOff)],
  ['tokens: elsewhere', 503, tokens(hidden)],
  ['tokens: 2 MiB', 503, tokens(long)],
  ['person: an error', 503, told(failing)],
  ['person: a page', 503, told(html)],
  ['person: half a document', 503, told(noJson)],
  ['person: 2 MiB', 503, told(long)],
  [
    'person: of somebody else',
    401,
    told(json({ sub: 'admin', email: 'a@example.org', email_verified: true })),
  ],
  ['a key that was replaced, after the pause of five seconds', 200, replacedKey],
];

async function replacedKey() {
  await idp.rotateKey();
  await expect.poll(async () => (await enter()).status, { interval: 500 }).toBe(200);
  return enter();
}

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const post = (body: string, type = 'application/x-www-form-urlencoded') =>
  call(`${on.server.consoleUrl}/api/sign-in/provider/logout`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
const ending =
  (claims: Record<string, unknown>, header: Parameters<OidcServer['sign']>[1] = {}) =>
  async () => {
    const iat = now();
    const usual = {
      iss: idp.issuer,
      aud: clientId,
      sub: signedIn.sub,
      iat,
      exp: iat + 120,
      jti: 'x',
      events: event,
    };
    return post(`logout_token=${await idp.sign({ ...usual, ...claims }, { typ: 'logout+jwt', ...header })}`);
  };
/** Somebody whose session must go on. */
const signedIn = { sub: 'signed in', token: '' };

const logouts: readonly Case[] = [
  ['an ID token', 401, ending({ events: undefined, nonce: 'x' })],
  ['with a nonce', 401, ending({ nonce: 'x' })],
  ['without the event', 401, ending({ events: undefined })],
  ['with another event', 401, ending({ events: { 'https://example.org/event': {} } })],
  ['with the event as a text', 401, ending({ events: Object.keys(event)[0] })],
  ['with the event in a list', 401, ending({ events: Object.keys(event) })],
  ['for another client', 401, ending({ aud: 'somebody' })],
  ['of another issuer', 401, ending({ iss: 'https://evil.example.org' })],
  ['of nobody', 401, ending({ sub: undefined })],
  ['of a number', 401, ending({ sub: 7 })],
  ['without a time', 401, ending({ iat: undefined })],
  ['that is old', 401, ending({ iat: now() - 900 })],
  ['of the future', 401, ending({ iat: now() + 900, exp: now() + 1_000 })],
  ['that expired', 401, ending({ exp: now() - 600 })],
  ['signed with another key', 401, async () => ending({}, { key: await newKey() })()],
  [
    'without a signature',
    401,
    () => post(`logout_token=${base64url({ alg: 'none' })}.${base64url({ sub: signedIn.sub })}.`),
  ],
  ['that is no token', 401, () => post('logout_token=a.b.c')],
  ['of 10,000 letters', 401, () => post(`logout_token=${'x'.repeat(10_000)}`)],
  ['that is missing', 401, () => post('')],
  ['in JSON', 401, () => post('{"logout_token":"a.b.c"}', 'application/json')],
  ['in a text', 415, () => post('logout_token=a.b.c', 'text/plain')],
  ['of somebody else, which is right', 204, ending({ sub: 'somebody else' })],
  ['from before the session (replayed)', 204, ending({ iat: now() - 60, exp: now() + 60 })],
];

const parts = {
  'Answers that a browser brings': answers,
  'ID tokens': idTokens,
  Claims: claimed,
  'Tokens that end sessions': logouts,
  'What the provider sends': providers,
} as const;
const results = new Map<Case, number>();

async function signSomebodyIn(): Promise<void> {
  idp.alterTokens(async (given) => ({
    ...given,
    id_token: await idp.sign({ ...decodeJwt(String(given.id_token)), sub: signedIn.sub }),
  }));
  const { status, body } = await enter();
  expect(status).toBe(200);
  signedIn.token = body.token;
  idp.alterTokens(undefined);
}

const countUsers = async (): Promise<number> =>
  (await db.query('SELECT count(*)::int AS count FROM users')).rows[0].count;

test.each(Object.entries(parts))('%s', { timeout: 180_000 }, async (part, cases) => {
  if (part === 'Tokens that end sessions') await signSomebodyIn();
  const before = await countUsers();
  const wrong: string[] = [];
  for (const each of cases) {
    const [name, expected, ask] = each;
    idp.replace({});
    idp.alterTokens(undefined);
    const { status } = await ask();
    results.set(each, status);
    if (status !== expected) wrong.push(`${name}: ${status}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
  // Whoever is refused leaves no account.
  if (part === 'ID tokens' || part === 'Claims')
    expect((await countUsers()) - before).toBe(cases.filter(([, status]) => status === 200).length);
  if (part !== 'Tokens that end sessions') return;
  const works = async () => (await consoleUser(on.server.consoleUrl, '', signedIn.token).get('/me')).status;
  expect(await works()).toBe(200);
  expect((await ending({ sub: signedIn.sub })()).status).toBe(204);
  expect(await works()).toBe(401);
});

test('the published list has the same results', async () => {
  const words = (status: number) => (status < 300 ? 'accepted' : `refused (${status})`);
  const all = Object.values(parts).flat();
  const accepted = all.filter((each) => (results.get(each) ?? 0) < 300).length;
  const wrong = all.filter((each) => results.get(each) !== each[1]).length;
  const sections = Object.entries(parts).map(([part, cases]) => {
    const rows = cases.map((each) => `| ${each[0]} | ${words(results.get(each) ?? 0)} |`);
    return `## ${part}\n\n| what | result |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const page = `# What single sign-on accepts and refuses

Everything that a provider, a browser or somebody in between may send, tried on a running server against a real provider (\`oidc-provider\`), whose
answers the test alters. Written by
\`DRAGOMAN_LONG=1 scripts/test --project acceptance test/acceptance/single-sign-on-answers.test.ts\`; the gate tries the same.
[Set up single sign-on](../operate/single-sign-on.md).

${all.length} cases: ${accepted} accepted, ${all.length - accepted} refused, ${wrong} differ from what they should be. 401: the sign-in starts again. 403: the person may not
enter. 503: the provider is said to be out of reach, and the sign-in can be tried again.

${sections.join('\n')}`;
  if (isLong) await writeFile(evidence, page);
  expect(await readFile(evidence, 'utf8')).toBe(page);
});
