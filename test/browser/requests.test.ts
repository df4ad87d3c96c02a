/** The page "Requests": calls appear while somebody watches, can be found again, and a long log scrolls smoothly. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { insertRequests } from '../../src/store/postgres/request-log.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { follow, phone, signInFor, useBrowser, warmEngine } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
});
afterAll(() => db.end());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a failed and a successful call appear by themselves, with details, a filter and a file', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInFor(page, '/keys', owner);
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await press(page, 'Create');
  const key = (await page.getByRole('dialog').getByTestId('secret').textContent()) ?? '';
  await press(page, 'Copy the key');
  await press(page, 'I have stored it');
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByText('Calls appear here within a second').waitFor();

  const asked = { text: ['The house is big.'], source_lang: 'EN' };
  const failed = await translate(service.server.url, key, { ...asked, target_lang: 'TLH' });
  const answered = await translate(service.server.url, key, { ...asked, target_lang: 'ES' });
  expect([failed.status, answered.status]).toEqual([400, 200]);
  const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text });
  await rowWith('unsupported_language').waitFor();
  await rowWith('EN → ES').getByText('apertium').waitFor();
  await rowWith('EN → ES').getByText('Web shop').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await rowWith('unsupported_language').getByRole('button').click();
  await page.getByRole('dialog').getByText('EN → TLH').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Copy request id');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    failed.headers.get('x-request-id'),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await follow(page, '/requests?status=failed&time=24h');
  await rowWith('unsupported_language').waitFor();
  expect(await rowWith('EN → ES').count()).toBe(0);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')]);
  expect(file.suggestedFilename()).toBe('requests.csv');
  await page.setViewportSize(phone.viewport);
  expect(await phoneFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

longTest('a search that finds nothing offers to show everything', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/requests?engine=none', owner);
  await page.getByText('No call matches.').waitFor();
  await press(page, 'Show everything');
  await page.getByRole('row').nth(1).waitFor();
});

longTest('a call that its node wrote a minute late appears while somebody watches', async () => {
  const call = { teamId: team, kind: 'translate', sources: ['en'], characters: 1, calls: 1, status: 200 };
  await insertRequests(db, [{ ...call, id: uuidV7(), engines: ['in-time'] }]);
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/requests', owner);
  await page.getByRole('cell', { name: 'in-time' }).waitFor();
  await page.clock.install();
  await insertRequests(db, [{ ...call, id: uuidV7(Date.now() - 60_000), engines: ['late'] }]);
  const late = page.getByRole('cell', { name: 'late', exact: true });
  const laterOn = async () => {
    await page.clock.runFor(2_000);
    return late.count();
  };
  await expect.poll(laterOn, { interval: 200 }).toBe(1);
});

longTest('a log that is longer than the page can be scrolled to its end', async () => {
  const now = Date.now();
  const call = { teamId: team, kind: 'translate', sources: ['en'], characters: 1, calls: 1, status: 200 };
  const count = 300;
  const rows = Array.from({ length: count }, (_, i) => ({
    ...call,
    id: uuidV7(now - i),
    engines: [i === count - 1 ? 'oldest' : 'apertium'],
  }));
  await insertRequests(db, rows);
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/requests', owner);
  await page.getByRole('row').nth(20).waitFor();
  await page.evaluate(
    `(() => { const frame = document.querySelector('.requests-frame'); frame.scrollTop = frame.scrollHeight; })()`,
  );
  await page.getByRole('cell', { name: 'oldest' }).waitFor();
});
