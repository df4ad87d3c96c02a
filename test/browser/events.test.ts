/** Destinations for events on the dashboard: a webhook from its creation to its end, as an owner and on a phone. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { arabic, foreignTexts } from './support/arabic.ts';
import { hostileNames, phone, signInFor, useBrowser } from './support/dashboard.ts';
import { axeFindings, cutOffFindings, phoneFindings, wordingFindings } from './support/findings.ts';

const service = useServer({
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
  DRAGOMAN_WEBHOOK_NETWORKS: '127.0.0.1',
  DRAGOMAN_WEBHOOK_HTTP: 'on',
  DRAGOMAN_WEBHOOK_RETRY_MS: '10',
});
const browser = useBrowser();
const [owner, member] = ['owner@example.org', 'member@example.org'];
const [hostile = ''] = hostileNames;
let db: Database;
let team: string;
let receiver: Receiver;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, member, 'member');
  receiver = await startReceiver((_request, response, attempt) =>
    response.writeHead(attempt === 1 ? 503 : 200).end(),
  );
});
afterAll(async () => {
  await receiver.close();
  await db.end();
});

test('an owner adds a webhook, tests it, reads what was sent, sends it again, turns it off and deletes it', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  await signInFor(page, '/events', owner);
  await page.getByText('Webhooks and e-mail addresses appear here').waitFor();
  await press('Add a destination');
  await page.getByLabel('Name').fill(hostile);
  await page.getByLabel('URL').fill('http://10.0.0.1/');
  expect(await page.getByLabel('Every entry of the audit log').isChecked()).toBe(false);
  // A type without words of its own would be shown by its name.
  const events = page.getByRole('group', { name: 'Events' }).locator('label');
  expect((await events.allTextContents()).filter((words) => /^[a-z_]+[.][a-z_]+$/.test(words))).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await press('Add');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('URL').fill(receiver.url);
  await press('Add');
  receiver.secret = (await page.getByTestId('secret').textContent()) ?? '';
  expect(receiver.secret).toMatch(/^whsec_/);
  await press('Done');
  await page.getByText('You have not copied this secret').waitFor();
  await press('Copy the secret');
  await press('Done');

  await page.getByRole('link', { name: hostile }).click();
  await page.getByText('What is sent appears here').waitFor();
  await press('Send a test event');
  const row = page.getByRole('row', { name: /^Test event/ });
  await row.getByText('Delivered').waitFor();
  await row.getByText('2 attempts').click();
  await row.getByText(/the receiver refused it, status 503/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(receiver.accepted.map(({ type }) => type)).toEqual(['destination.test']);
  await press(/^Send again/);
  await expect.poll(() => receiver.accepted.length).toBe(2);
  expect(receiver.unverified).toEqual([]);

  await press('Turn off');
  await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true);
  await press('Turn on');
  await press('Change');
  await page.getByLabel('Name').fill('Chat');
  await page.getByLabel('Key created').uncheck();
  await press('Save');
  await page.getByRole('heading', { name: 'Chat', exact: true }).waitFor();
  await press('New secret');
  await press('Create the secret');
  expect(await page.getByTestId('secret').textContent()).not.toBe(receiver.secret);
  await press('Copy the secret');
  await press('Done');
  await page.getByText('Events are signed with the old secret, too').waitFor();
  const user = await signIn(service.server.consoleUrl, owner);
  const { body } = await user.get<{ destinations: { event_types: string[] }[] }>(
    `/teams/${team}/destinations`,
  );
  expect(body.destinations.map(({ event_types }) => event_types)).toEqual([
    expect.not.arrayContaining(['key.created', 'audit.entry']),
  ]);
  await press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Webhooks and e-mail addresses appear here').waitFor();
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

test('on a phone and from right to left everything has room, and a member is told whom to ask', async () => {
  const user = await signIn(service.server.consoleUrl, owner);
  const hook = { kind: 'webhook', name: 'Chat', address: receiver.url, event_types: ['key.created'] };
  const made = await user.send<{ id: string; secret: string }>('POST', `/teams/${team}/destinations`, hook);
  receiver.secret = made.body.secret;
  const options = { ...phone, locale: 'ar' };
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInFor(page, '/events', owner);
  const look = async (place: string) => {
    for (const findings of [phoneFindings, cutOffFindings, wordingFindings])
      expect(await findings(page), place).toEqual([]);
    expect(
      await foreignTexts(page, ['Chat', 'Harbour', owner, receiver.url, 'https://example.org/events']),
      place,
    ).toEqual([]);
  };
  await page.getByRole('link', { name: 'Chat' }).waitFor();
  await look('list');
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByRole('button', { name: arabic('Send a test event') }).click();
  await page
    .getByRole('row')
    .getByText(arabic('Delivered', {}, 'state of a delivery'))
    .waitFor();
  await look('destination');
  await page.getByRole('button', { name: arabic('Change', {}, 'button'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await look('dialog');
  expect(complaints).toEqual([]);

  const { page: other } = await browser.visit(service.server.consoleUrl);
  await signInFor(other, '/events', member);
  await other.getByText('only owners of Harbour send them somewhere').waitFor();
  expect(await other.getByRole('link', { name: 'Events' }).count()).toBe(0);
});
