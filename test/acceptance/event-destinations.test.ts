/** Owners manage where their team's events are sent; operators do the same for the installation. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  type ConsoleUser,
  postOpen,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const service = useServer({
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
  DRAGOMAN_WEBHOOK_NETWORKS: '127.0.0.1',
  DRAGOMAN_WEBHOOK_HTTP: 'on',
  DRAGOMAN_WEBHOOK_RETRY_MS: '10',
  DRAGOMAN_WEBHOOK_TIMEOUT_MS: '30000',
});
let db: Database;
let team: string;
let other: string;
let owner: ConsoleUser;
let stranger: ConsoleUser;
let operator: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  [team, other] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Other')];
  await seedUser(db, team, 'owner@example.org', 'owner');
  await seedUser(db, other, 'stranger@example.org', 'owner');
  await seedUser(db, other, 'operator@example.org', 'operator');
  const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);
  [owner, stranger, operator] = [await enter('owner'), await enter('stranger'), await enter('operator')];
});
afterAll(() => db.end());
const receivers: Receiver[] = [];
afterEach(async () => {
  await db.query('DELETE FROM event_destinations');
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(behave?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(behave);
  receivers.push(receiver);
  return receiver;
}

interface Destination {
  id: string;
  name: string;
  address: string;
  secret: string | null;
  is_enabled: boolean;
  older_until: string | null;
}
interface Delivery {
  id: string;
  event_id: string;
  state: string;
  type: string;
  log: { status: number | null; reason: string | null }[];
}

const path = () => `/teams/${team}/destinations`;
const hook = (address: string, eventTypes = ['key.created']) => ({
  kind: 'webhook',
  name: 'Chat',
  address,
  event_types: eventTypes,
});
const create = async (address: string, eventTypes?: string[]) =>
  (await owner.send<Destination>('POST', path(), hook(address, eventTypes))).body;
const deliveriesOf = async (id: string, query = '') =>
  (await owner.get<{ deliveries: Delivery[] }>(`${path()}/${id}/deliveries${query}`)).body.deliveries;

test('a webhook is created with a secret that is shown once, tested, and its log read and replayed', async () => {
  const receiver = await receive((_request, response, attempt) =>
    response.writeHead(attempt === 1 ? 503 : 200).end('not kept'),
  );
  const created = await owner.send<Destination>('POST', path(), hook(receiver.url));
  expect(created.status).toBe(201);
  expect(created.body.secret).toMatch(/^whsec_/);
  receiver.secret = created.body.secret ?? '';
  const { id } = created.body;

  const listed = await owner.get<{ destinations: Destination[]; types: { type: string }[] }>(path());
  expect(listed.body.destinations).toMatchObject([{ id, address: receiver.url, is_enabled: true }]);
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  expect(listed.body.types.map(({ type }) => type)).not.toContain('engine.unhealthy');

  const tested = await owner.send<{ id: string }>('POST', `${path()}/${id}/test`);
  expect(tested.status).toBe(201);
  await expect.poll(() => receiver.accepted.map(({ type }) => type)).toEqual(['destination.test']);
  await expect.poll(async () => (await deliveriesOf(id))[0]?.state).toBe('delivered');
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({
    id: tested.body.id,
    type: 'destination.test',
    log: [
      { status: 503, reason: 'status' },
      { status: 200, reason: null },
    ],
  });
  expect(JSON.stringify(delivery)).not.toContain('not kept');

  const replayed = await owner.send('POST', `${path()}/${id}/deliveries/${delivery?.id}/replay`);
  expect(replayed.status).toBe(204);
  await expect
    .poll(() => receiver.accepted.map((each) => each.id))
    .toEqual([delivery?.event_id, delivery?.event_id]);
  expect(receiver.unverified).toEqual([]);
  await expect.poll(() => deliveriesOf(id, '?state=waiting')).toEqual([]);
});

test('a change of the team reaches its webhook', async () => {
  const receiver = await receive();
  receiver.secret = (await create(receiver.url)).secret ?? '';
  const key = await owner.send<{ key: string }>('POST', `/teams/${team}/keys`, {
    name: 'Site',
    mode: 'live',
  });
  await expect
    .poll(() => receiver.accepted.map(({ type, data }) => [type, data.key]))
    .toMatchObject([['key.created', { name: 'Site', mode: 'live' }]]);
  expect(JSON.stringify(receiver.accepted)).not.toContain(key.body.key);
});

test('every change is in the audit log, with the host of the webhook and without its path or secret', async () => {
  const { id } = await create('https://chat.example.org/hooks/T0KEN', ['audit.entry']);
  await owner.send('PATCH', `${path()}/${id}`, {
    name: 'Talk',
    address: 'https://talk.example.org/hooks/T1KEN',
  });
  await owner.send('POST', `${path()}/${id}/secret`);
  await owner.send('PATCH', `${path()}/${id}`, { is_enabled: false });
  await owner.send('DELETE', `${path()}/${id}`);
  const { rows } = await db.query<{ action: string; details: object }>(
    'SELECT action, details FROM audit_log WHERE subject_id = $1 ORDER BY id',
    [id],
  );
  expect(rows).toEqual([
    {
      action: 'destination.created',
      details: { name: 'Chat', kind: 'webhook', event_types: ['audit.entry'], host: 'chat.example.org' },
    },
    {
      action: 'destination.changed',
      details: {
        name: { from: 'Chat', to: 'Talk' },
        host: { from: 'chat.example.org', to: 'talk.example.org' },
        url_changed: true,
      },
    },
    { action: 'destination.secret_rotated', details: { name: 'Talk' } },
    { action: 'destination.changed', details: { name: 'Talk', is_enabled: { from: true, to: false } } },
    { action: 'destination.deleted', details: { name: 'Talk', kind: 'webhook' } },
  ]);
  const { rows: events } = await db.query('SELECT data FROM events');
  expect(JSON.stringify([rows, events])).not.toMatch(/T0KEN|T1KEN|whsec_/);
});

describe('refused', () => {
  test.each([
    ['a private address', { address: 'https://10.0.0.1/' }, 400, 'not public'],
    ['an address in disguise', { address: 'https://0xa9fea9fe/' }, 400, 'not public'],
    ['no URL', { address: 'chat' }, 400, 'no URL'],
    ['a long URL', { address: `https://example.org/${'a'.repeat(2_000)}` }, 400, 'address'],
    ['a URL with a password', { address: 'https://a:b@example.org/' }, 400, 'password'],
    ['a port of mail', { address: 'https://example.org:25/' }, 400, 'Port 25'],
    ['an unknown event', { event_types: ['moon.full'] }, 400, 'moon.full'],
    ['an event of the installation', { event_types: ['engine.unhealthy'] }, 400, 'engine.unhealthy'],
    ['no event', { event_types: [] }, 400, 'event_types'],
    [
      'a long list of events',
      { event_types: Array.from({ length: 51 }, () => 'key.created') },
      400,
      'event_types',
    ],
    ['a long name', { name: 'a'.repeat(201) }, 400, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 400, 'name'],
    ['another kind', { kind: 'pigeon' }, 400, 'kind'],
    ['mail without a mail server', { kind: 'mail', address: 'owner@example.org' }, 409, 'sends no mail'],
  ])('%s', async (_what, members, status, words) => {
    const refused = await owner.send<{ detail: string }>('POST', path(), {
      ...hook('https://example.org/'),
      ...members,
    });
    expect([refused.status, refused.body.detail]).toEqual([status, expect.stringContaining(words)]);
  });

  test('what belongs to another team, or does not exist', async () => {
    const { id } = await create('https://example.org/');
    const others = `/teams/${other}/destinations`;
    for (const [method, rest, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/secret', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      expect((await stranger.send(method, `${others}/${id}${rest}`, body)).status).toBe(404);
      expect((await stranger.send(method, `${path()}/${id}${rest}`, body)).status).toBe(404);
      expect((await operator.send(method, `/operator/destinations/${id}${rest}`, body)).status).toBe(404);
    }
    expect((await stranger.get(`${others}/${id}/deliveries`)).status).toBe(404);
    expect((await owner.get(`${path()}/not-an-id/deliveries`)).status).toBe(404);
    expect((await owner.get<{ destinations: object[] }>(path())).body.destinations).toHaveLength(1);
  });

  test('more destinations than a list has room for', async () => {
    for (let i = 0; i < 20; i++) await create('https://example.org/');
    const refused = await owner.send<{ detail: string }>('POST', path(), hook('https://example.org/'));
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('20 destinations')]);
  });
});

test('a destination that is turned off gets nothing, and cannot be tested', async () => {
  const { id } = await create('https://example.org/');
  await owner.send('PATCH', `${path()}/${id}`, { is_enabled: false });
  expect((await owner.send('POST', `${path()}/${id}/test`)).status).toBe(409);
  await owner.send('POST', `/teams/${team}/keys`, { name: 'Unheard', mode: 'live' });
  expect(await deliveriesOf(id)).toEqual([]);
});

test('operators hear of every team, and of the installation', async () => {
  const receiver = await receive();
  const wanted = hook(receiver.url, ['audit.entry', 'engine.unhealthy']);
  const created = await operator.send<Destination>('POST', '/operator/destinations', wanted);
  receiver.secret = created.body.secret ?? '';
  await owner.send('POST', `/teams/${team}/keys`, { name: 'Heard', mode: 'live' });
  const actions = () => receiver.accepted.map(({ team: of, data }) => [of?.id ?? null, data.action]);
  await expect.poll(actions).toEqual(
    expect.arrayContaining([
      [null, 'destination.created'],
      [team, 'key.created'],
    ]),
  );
  expect((await owner.get<{ destinations: object[] }>(path())).body.destinations).toEqual([]);
});

test('a sign-in with a new browser is reported, with the second factor or without, and one with a known browser is not', async () => {
  await seedUser(db, team, 'ada@example.org', 'member');
  const emails = async () => {
    const { rows } = await db.query<{ data: { user: { email: string }; browser: string } }>(
      "SELECT data FROM events WHERE type = 'sign_in.new_device' AND team_id = $1 ORDER BY id",
      [team],
    );
    return rows.map(({ data }) => data.user.email).filter((email) => email === 'ada@example.org');
  };
  const enter = (device?: string) =>
    postOpen<{ device: string }>(service.server.consoleUrl, '/sign-in', {
      email: 'ada@example.org',
      password: testPassword,
      ...(device !== undefined && { device }),
    });
  const { device } = (await enter()).body;
  expect(await emails()).toHaveLength(1);
  await enter(device);
  expect(await emails()).toHaveLength(1);
  await enter();
  expect(await emails()).toHaveLength(2);
  const ada = await signIn(service.server.consoleUrl, 'ada@example.org');
  const { code } = await turnOnFactor(ada);
  const before = (await emails()).length;
  const { consoleUrl } = service.server;
  const finished = await finishSignIn(consoleUrl, await startSignIn(consoleUrl, 'ada@example.org'), code());
  expect(await emails()).toHaveLength(before + 1);
  const known = finished.body.device;
  const again = await startSignIn(consoleUrl, 'ada@example.org', { device: known });
  expect((await finishSignIn(consoleUrl, again, code(1), known)).status).toBe(200);
  expect(await emails()).toHaveLength(before + 1);
});
