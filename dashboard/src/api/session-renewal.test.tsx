import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered, client } from './client.ts';
import { listenToSession } from './session-events.ts';
import { forgetSession, keepSession, readSession, readToken } from './session-token.ts';

const told: string[] = [];
listenToSession({
  onSignedOut: () => void told.push('signed out'),
  onSignedIn: () => void told.push('signed in'),
  onAnotherUser: () => void told.push('another user'),
});

interface Asked {
  readonly path: string;
  readonly token: string | null;
  readonly body: string;
}
type Answer = Response | 'lost';

let asked: Asked[] = [];
let server: (request: Asked) => Answer | Promise<Answer>;
const json = (body: object, status = 200) => Response.json(body, { status });
const refused = () => json({ code: 'unauthorized', detail: 'over' }, 401);
const tokens = (name: string) => ({
  token: `${name}-token`,
  refresh_token: `${name}-refresh`,
  token_expires_in: 300,
});
const other = (name: string) =>
  JSON.stringify({
    user: 'anna',
    token: `${name}-token`,
    renewal: { refreshToken: `${name}-refresh`, dueAt: Date.now() + 99_000 },
  });
const stored = 'dragoman-session';

/** A session whose token is due for renewal after this time. */
function signedIn(dueInMs: number): void {
  const renewal = { refreshToken: 'first-refresh', dueAt: Date.now() + dueInMs };
  keepSession({ user: 'anna', token: 'first-token', renewal });
}
const inAnotherTab = (change: () => void) => {
  change();
  dispatchEvent(new StorageEvent('storage', { key: stored }));
};
const me = () => answered(client.GET('/api/me'));
const paths = () => asked.map(({ path, token }) => `${path} ${token}`);

beforeEach(() => {
  asked = [];
  told.length = 0;
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(typeof input === 'string' ? input : input.url, 'http://console'),
      typeof input === 'string' ? init : input,
    );
    const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
    const one = { path: new URL(request.url).pathname, token: bearer, body: await request.text() };
    asked.push(one);
    const answer = await server(one);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return answer;
  });
  server = ({ path, token }) => {
    if (path === '/api/sessions/renew') return json(tokens('second'));
    return token === 'second-token' ? json({ ok: true }) : refused();
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSession();
  localStorage.clear();
  sessionStorage.clear();
});

test('tokens that are due are renewed once, before the requests that wait for them', async () => {
  signedIn(-1);
  await Promise.all([me(), me(), me()]);
  expect(paths()).toEqual(['/api/sessions/renew null', ...Array(3).fill('/api/me second-token')]);
  expect(asked[0]?.body).toBe('{"refresh_token":"first-refresh"}');
  expect(localStorage.getItem(stored)).toContain('second-refresh');
  expect(told).toEqual([]);
});

test('a token that the server no longer takes is renewed, whatever the clock says, and the request is sent again', async () => {
  signedIn(3_600_000);
  await answered(client.POST('/api/me/password', { body: { current: 'a', new: 'b' } }));
  expect(paths()).toEqual([
    '/api/me/password first-token',
    '/api/sessions/renew null',
    '/api/me/password second-token',
  ]);
  expect(asked[2]?.body).toBe(asked[0]?.body);
});

test.each([
  ['an answer that is lost', 'lost'],
  ['a server that is busy', 'busy'],
  ['a node of the version before', 'unknown'],
] as const)('%s ends nothing: the next request renews with the same token', async (_, fault) => {
  signedIn(-1);
  const healthy = server;
  server = (request) => {
    if (request.path !== '/api/sessions/renew') return refused();
    if (fault === 'lost') return 'lost';
    return json({ code: 'x', detail: 'x' }, fault === 'busy' ? 503 : 404);
  };
  await expect(me()).rejects.toMatchObject({ code: 'unreachable' });
  expect([readToken(), told]).toEqual(['first-token', []]);
  server = healthy;
  asked = [];
  await me();
  expect(asked[0]?.body).toBe('{"refresh_token":"first-refresh"}');
  expect(readToken()).toBe('second-token');
});

test('while the server cannot renew, a token that still works is used', async () => {
  signedIn(-1);
  server = ({ path }) => (path === '/api/sessions/renew' ? 'lost' : json({ ok: true }));
  await me();
  expect(paths()).toEqual(['/api/sessions/renew null', '/api/me first-token']);
});

test('a late answer does not replace what another tab has stored since', async () => {
  signedIn(-1);
  server = ({ path, token }) => {
    if (path !== '/api/sessions/renew') return token === 'third-token' ? json({ ok: true }) : refused();
    localStorage.setItem(stored, other('third'));
    return json(tokens('second'));
  };
  await me();
  expect(readToken()).toBe('third-token');
});

test('a refused request uses the token that another tab got meanwhile, and renews nothing', async () => {
  signedIn(99_000);
  server = ({ token }) => {
    if (token !== 'first-token') return json({ ok: true });
    localStorage.setItem(stored, other('second'));
    return refused();
  };
  await me();
  expect(paths()).toEqual(['/api/me first-token', '/api/me second-token']);
});

test('a session that the server has ended is over, and forgotten', async () => {
  signedIn(99_000);
  server = refused;
  await expect(me()).rejects.toMatchObject({ code: 'unauthorized' });
  expect([told, readSession()]).toEqual([['signed out'], null]);
});

test.each([
  [
    'a wrong password',
    '/api/sign-in',
    () =>
      answered(client.POST('/api/sign-in', { body: { email: 'a@b.c', password: 'wrong', renewable: true } })),
  ],
  [
    'a wrong code',
    '/api/sign-in/code',
    () =>
      answered(
        client.POST('/api/sign-in/code', { body: { pending_token: 'x', code: '000000', renewable: true } }),
      ),
  ],
  [
    'an answer of the provider that is refused',
    '/api/sign-in/provider/finish',
    () =>
      answered(
        client.POST('/api/sign-in/provider/finish', { body: { secret: 'x', answer: {}, renewable: true } }),
      ),
  ],
] as [string, string, () => Promise<unknown>][])(
  '%s in another tab ends nothing, and is sent once',
  async (_, path, send) => {
    signedIn(99_000);
    server = refused;
    await expect(send()).rejects.toMatchObject({ code: 'unauthorized' });
    expect([told, readToken(), paths()]).toEqual([[], 'first-token', [`${path} null`]]);
  },
);

test('a session of a shared computer is in this tab alone, and not renewed', async () => {
  keepSession({ user: 'anna', token: 'own-token', renewal: null });
  expect([localStorage.getItem(stored), readToken()]).toEqual([null, 'own-token']);
  inAnotherTab(() => localStorage.setItem(stored, other('second')));
  expect([readToken(), told]).toEqual(['own-token', []]);
  server = refused;
  await expect(me()).rejects.toMatchObject({ code: 'unauthorized' });
  expect(paths()).toEqual(['/api/me own-token']);
  expect(sessionStorage.getItem(stored)).toBeNull();
});

test('signing out and in is told to the other tabs; tokens that another tab renewed are not', () => {
  signedIn(99_000);
  inAnotherTab(() => localStorage.setItem(stored, other('second')));
  expect(told).toEqual([]);
  inAnotherTab(() => localStorage.removeItem(stored));
  inAnotherTab(() => localStorage.setItem(stored, other('third')));
  expect(told).toEqual(['signed out', 'signed in']);
});

test('a page that "back" shows again learns what happened meanwhile', () => {
  signedIn(99_000);
  localStorage.removeItem(stored);
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(told).toEqual([]);
  show(true);
  expect(told).toEqual(['signed out']);
});

test('a tab sends nothing in the name of somebody else who signed in in another one', async () => {
  signedIn(99_000);
  localStorage.setItem(stored, other('second').replace('anna', 'berta'));
  await expect(me()).rejects.toMatchObject({ code: 'unreachable' });
  expect([asked, told]).toEqual([[], ['another user']]);
});

test('a damaged entry is no session', () => {
  for (const damaged of ['', '{', '[]', '"x"', '{"user":1,"token":"x"}', 'null']) {
    localStorage.setItem(stored, damaged);
    expect(readSession()).toBeNull();
  }
});
