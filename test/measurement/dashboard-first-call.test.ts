/** From "Create a key" to a failed and a successful call in the request log: clicks and seconds in Chromium. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { signInFor, useBrowser, warmEngine } from '../browser/support/dashboard.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServerProcess } from '../support/server-process.ts';

const service = useServerProcess();
const browser = useBrowser();
const owner = 'owner@example.org';
const limitMs = 60_000;
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  await seedUser(db, await seedTeam(db, 'Harbour'), owner);
});
afterAll(() => db.end());

test('a new key, a failed and a successful call, and both in the log', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/keys', owner);
  const start = page.getByRole('button', { name: 'Create a key' }).first();
  await start.waitFor();
  // Counts real clicks, whatever the page makes of them.
  await page.evaluate(
    "(() => { window.clicks = 0; addEventListener('click', () => { window.clicks++; }, true); })()",
  );
  const startedAt = performance.now();
  await start.click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = (await page.getByRole('dialog').getByTestId('secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByText('Calls appear here within a second').waitFor();
  const asked = { text: ['The house is big.'], source_lang: 'EN' };
  const calledAt = performance.now();
  const failed = await translate(service.server.url, key, { ...asked, target_lang: 'TLH' });
  const answered = await translate(service.server.url, key, { ...asked, target_lang: 'ES' });
  expect([failed.status, answered.status]).toEqual([400, 200]);
  const answeredAt = performance.now();
  const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text });
  await rowWith('unsupported_language').waitFor();
  await rowWith('EN → ES').waitFor();
  const endedAt = performance.now();
  const clicks = await page.evaluate<number>('window.clicks');
  const [totalMs, callsMs, logMs] = [endedAt - startedAt, answeredAt - calledAt, endedAt - answeredAt].map(
    Math.round,
  );
  process.stdout.write(
    `${clicks} clicks, ${totalMs} ms in total; the two calls ${callsMs} ms, in the log after another ${logMs} ms\n`,
  );
  expect(endedAt - startedAt).toBeLessThan(limitMs);
});
