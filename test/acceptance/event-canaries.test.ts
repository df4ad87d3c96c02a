/**
 * Events, their deliveries and mails carry neither keys nor texts: whatever a team sends and receives is marked, and no mark is
 * in what receivers, mail servers and the tables of events get. Destinations ask for every event and for the audit log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call } from '../support/api-client.ts';
import { type ConsoleUser, postOpen, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { startSmtp } from '../support/smtp-server.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const mark = 'Quokkaburg';
const database = useTestDatabase();
const { env: documents } = documentsEnv();
let db: Database;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let receiver: Receiver;
let server: RunningServer;
let owner: ConsoleUser;
let operator: ConsoleUser;
let team: string;

beforeAll(async () => {
  db = openTestPool(database.url);
  smtp = await startSmtp();
  receiver = await startReceiver();
  server = await openServer({
    ...documents,
    DATABASE_URL: database.url,
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_WEBHOOK_NETWORKS: '127.0.0.1',
    DRAGOMAN_WEBHOOK_HTTP: 'on',
    DRAGOMAN_SMTP_HOST: '127.0.0.1',
    DRAGOMAN_SMTP_PORT: String(smtp.port),
    DRAGOMAN_SMTP_TLS: 'none',
    DRAGOMAN_SMTP_FROM: 'dragoman@example.org',
  });
  team = await seedTeam(db, 'Harbour', 200);
  await seedUser(db, team, 'owner@example.org', 'owner');
  await seedUser(db, team, 'operator@example.org', 'operator');
  owner = await signIn(server.consoleUrl, 'owner@example.org');
  operator = await signIn(server.consoleUrl, 'operator@example.org');
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
  await smtp.close();
  await db.end();
});

async function addDestinations(): Promise<void> {
  const path = `/teams/${team}/destinations`;
  const { types } = (await owner.get<{ types: { type: string }[] }>(path)).body;
  const all = types.map(({ type }) => type);
  const hook = { kind: 'webhook', name: 'All', address: receiver.url, event_types: all };
  const created = await owner.send<{ secret: string }>('POST', path, hook);
  receiver.secret = created.body.secret;
  const mail = { kind: 'mail', name: 'Mail', address: 'owner@example.org', event_types: all };
  expect((await owner.send('POST', path, mail)).status).toBe(201);
  const anyone = { ...mail, address: 'security@example.org' };
  expect((await operator.send('POST', '/operator/destinations', anyone)).status).toBe(201);
}

test('no key, text, file name, password or secret is in an event, a webhook or a mail', async () => {
  await addDestinations();
  const created = await owner.send<{ key: string; id: string }>('POST', `/teams/${team}/keys`, {
    name: 'Site',
    mode: 'live',
    scopes: ['translate', 'glossaries'],
  });
  const { key } = created.body;
  const post = (path: string, body: object) =>
    call(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const text = `${mark} is a secret. `.repeat(6);
  expect((await post('/v1/translate', { text: [text], source_lang: 'EN', target_lang: 'EO' })).status).toBe(
    200,
  );
  const entries = [{ source: mark, target: mark }];
  const glossary = { name: 'Terms', dictionaries: [{ source_lang: 'EN', target_lang: 'EO', entries }] };
  expect((await post('/v1/glossaries', glossary)).status).toBe(201);
  const instructions = [{ label: 'Tone', prompt: `Write as in ${mark}.` }];
  await post('/v3/style_rules', { name: 'Style', language: 'eo', custom_instructions: instructions });
  const file = { name: `${mark}.txt`, content: `${mark} has a harbour.` };
  const sent = await upload(`${server.url}/v1/documents`, key, file, {
    source_lang: 'EN',
    target_lang: 'EO',
  });
  expect(sent.status).toBeLessThan(300);
  await postOpen(server.consoleUrl, '/sign-in', { email: 'owner@example.org', password: mark });
  const types = () => new Set(receiver.accepted.map(({ type }) => type));
  await expect.poll(types).toContain('document.ready');
  await owner.send('DELETE', `/teams/${team}/keys/${created.body.id}`);

  await expect
    .poll(() => [...types()].toSorted())
    .toEqual(
      expect.arrayContaining([
        'audit.entry',
        'budget.reached',
        'document.ready',
        'key.created',
        'key.revoked',
      ]),
    );
  await expect
    .poll(async () => (await db.query("SELECT FROM event_deliveries WHERE state = 'waiting'")).rowCount)
    .toBe(0);

  const { rows } = await db.query(
    `SELECT to_jsonb(e) AS event, to_jsonb(v) AS delivery, to_jsonb(d) AS destination
       FROM events e LEFT JOIN event_deliveries v ON v.event_id = e.id LEFT JOIN event_destinations d ON d.id = v.destination_id`,
  );
  expect(smtp.received.length).toBeGreaterThan(10);
  expect(new Set(smtp.received.flatMap(({ to }) => to))).toEqual(
    new Set(['owner@example.org', 'security@example.org']),
  );
  const everything = JSON.stringify([receiver.accepted, smtp.received, rows]).toLowerCase();
  const secrets = [mark, key, key.slice(-20), receiver.secret, receiver.secret.slice(6), owner.token];
  for (const secret of secrets) {
    expect(everything.includes(secret.toLowerCase()), secret.slice(0, 6)).toBe(false);
    expect(everything.includes(Buffer.from(secret).toString('base64').slice(0, -3).toLowerCase())).toBe(
      false,
    );
  }
  // The marks would be found: what may be shown is there.
  expect(everything).toContain('terms');
  expect(everything).toContain('owner@example.org');
});
