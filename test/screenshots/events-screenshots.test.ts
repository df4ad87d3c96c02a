/** Destinations for events, of a team and of the installation: `npm run screenshots -- events`. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { signInOn, useBrowser } from '../browser/support/dashboard.ts';
import { operator, seedOperator } from '../browser/support/operator.ts';
import { seedTeamWithDefaultLimits, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { settings, shootsOf, untilShown } from './shoot.ts';

const owner = 'ines@harbour.example';
const service = useServer({
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
  DRAGOMAN_WEBHOOK_NETWORKS: '127.0.0.1',
  DRAGOMAN_WEBHOOK_HTTP: 'on',
  DRAGOMAN_WEBHOOK_RETRY_MS: '10',
});
const browser = useBrowser();
let receiver: Receiver;

beforeAll(async () => {
  const db = openTestPool(service.env.DATABASE_URL ?? '');
  await seedOperator(db);
  const team = await seedTeamWithDefaultLimits(db, 'Harbour Trading');
  await seedUser(db, team, owner);
  await seedUser(db, await seedTeamWithDefaultLimits(db, 'Lighthouse'), 'noor@lighthouse.example');
  await db.end();
  receiver = await startReceiver((_request, response, attempt) =>
    response.writeHead(attempt === 1 ? 503 : 204).end(),
  );
  const user = await signIn(service.server.consoleUrl, owner);
  const path = `/teams/${team}/destinations`;
  const names = ['Chat of the shop team', 'Budget', 'Archive of the audit log'];
  for (const name of names) {
    const hook = {
      kind: 'webhook',
      name,
      address: receiver.url,
      event_types: ['key.created', 'key.revoked'],
    };
    const { body } = await user.send<{ id: string; secret: string }>('POST', path, hook);
    receiver.secret = body.secret;
    await user.send('POST', `${path}/${body.id}/test`);
    if (name === 'Budget') await user.send('PATCH', `${path}/${body.id}`, { is_enabled: false });
  }
});
afterAll(() => receiver.close());

test.each(settings)(
  'in the $theme theme$name',
  { timeout: 120_000 },
  async ({ name: suffix, options, theme }) => {
    const { page } = await browser.visit(service.server.consoleUrl, theme, options);
    const shoot = shootsOf(page, theme, suffix);
    await signInOn(page, owner);
    await page.goto('/events');
    await page.getByRole('link', { name: 'Budget' }).waitFor();
    await shoot('events', true);
    await page.getByRole('button', { name: 'Add a destination' }).click();
    await page.getByRole('dialog').waitFor();
    await shoot('events-add', true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Archive of the audit log' }).click();
    await page.getByRole('row', { name: /^Test event/ }).waitFor();
    await page.getByText('2 attempts').click();
    await shoot('events-destination', true);
    await page.evaluate('sessionStorage.clear(), localStorage.clear()');
    await signInOn(page, operator);
    await page.goto('/operator/events');
    await untilShown(page);
    await shoot('operator-events-empty', true);
  },
);
