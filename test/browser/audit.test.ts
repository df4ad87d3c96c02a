/** The audit log on the dashboard: in words, by filter, page by page, as a file that a spreadsheet can open. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { setTeamLimits } from '../../src/accounts/teams.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeamWithDefaultLimits, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choose } from './support/choose.ts';
import { contentOf, follow, hostileNames, phone, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const [owner, member] = ['owner@example.org', 'member@example.org'];
const formulas = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', ...hostileNames];
/** As many entries as fill one page and start a second. */
const plainKeys = 50;
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeamWithDefaultLimits(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, member, 'member');
  // Each in the name of somebody whose name is as bad as the key's.
  const make = (name: string) =>
    createKey(
      db,
      { teamId: team, name, mode: 'live', scopes: ['translate'] },
      { type: 'user', id: '019a0000-0000-7000-8000-000000000000', name, address: '203.0.113.7', requestId },
    );
  for (let i = 0; i < plainKeys; i++) await make(`key ${i}`);
  for (const name of formulas) await make(name);
  await setTeamLimits(db, team, { requestsBurst: 7 }, testActor);
});
afterAll(() => db.end());

const requestId = '019a0000-0000-7000-8000-00000000abcd';

async function open(email: string, options = {}): Promise<{ page: Page; complaints: string[] }> {
  const visited = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInOn(visited.page, email);
  return visited;
}
const rows = (page: Page) => page.getByRole('table').getByRole('row');

test('entries say in words who changed what, when and from where, with all that was recorded', async () => {
  const { page, complaints } = await open(owner);
  await page.getByRole('link', { name: 'Audit log' }).click();
  const entry = rows(page).filter({ hasText: 'Changed limits: Burst of requests from 200 to 7.' });
  await entry.waitFor();
  expect(await entry.textContent()).toMatch(/(just now|ago).* UTC.*, on the server/);
  await entry.getByText('Details').click();
  await entry.getByText('limits.changed', { exact: true }).waitFor();
  await entry.getByText('"from": 200').waitFor();
  const hostile = rows(page).filter({ hasText: `Created the live key "${hostileNames[1]}"` });
  await hostile.getByText('Details').click();
  await hostile.getByText(requestId).waitFor();
  expect(await hostile.textContent()).toContain('203.0.113.7');
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("'__xss' in window")).toBe(false);

  // The header, fifty entries; then the others, each once.
  expect(await rows(page).count()).toBe(51);
  await page.getByRole('button', { name: 'Older' }).click();
  await rows(page).filter({ hasText: 'Created the team "Harbour"' }).waitFor();
  const { rowCount } = await db.query('SELECT 1 FROM audit_log WHERE team_id = $1', [team]);
  expect(await rows(page).count()).toBe(1 + (rowCount ?? 0));
  await page.getByRole('button', { name: 'Older' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

longTest('a filter by what, who and subject is in the address, and shows others the same', async () => {
  const { page, complaints } = await open(owner);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await choose(page, 'What', 'Key created');
  await page.getByLabel('Who').fill('=1+');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await rows(page).nth(1).textContent()).toContain('Created the live key "=1+1"');
  await rows(page).getByText('Details').click();
  await page.getByRole('button', { name: 'Only this subject' }).click();
  const address = page.url();
  const search = new URL(address).searchParams;
  expect([search.get('action'), search.get('actor'), search.get('team')]).toEqual([
    'key.created',
    '=1+',
    team,
  ]);
  expect(search.get('subject')).toMatch(/^[0-9a-f-]{36}$/);

  const { page: other } = await browser.visit(service.server.consoleUrl);
  await other.goto(address);
  await other.getByLabel('E-mail address').fill(owner);
  await other.getByLabel('Password').fill(testPassword);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('cell', { name: /Created the live key "=1\+1"/ }).waitFor();
  expect(await other.getByLabel('Who').inputValue()).toBe('=1+');
  expect(await rows(other).count()).toBe(2);

  // What is typed stays text, in the fields and in the address.
  for (const name of hostileNames.slice(0, 3)) {
    await page.getByLabel('Who').fill(name);
    await page.getByLabel('Subject').fill(name);
    await page.keyboard.press('Enter');
    await page.getByText('No entry in this period matches').waitFor();
  }
  await page.reload();
  await page.getByText('No entry in this period matches').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(() => rows(page).count()).toBe(51);
  await choose(page, 'Time', 'From – to');
  await page.getByRole('spinbutton').first().click();
  await page.keyboard.type('0101202001022020');
  await page.getByText('There were none in this period').waitFor();
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

longTest('the CSV has every entry that fits, and no cell that a spreadsheet would run', async () => {
  const { page } = await open(owner);
  await page.goto('/audit?action=key.created');
  await page.getByRole('button', { name: 'Older' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await contentOf(await download);
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('time,who,what,action,subject,address,request_id,details');
  expect(lines).toHaveLength(1 + plainKeys + formulas.length);
  const cells = lines
    .slice(1)
    .flatMap((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell));
  expect(cells.filter((cell = '') => /^\s*[=+\-@]/.test(cell))).toEqual([]);
  for (const name of formulas.slice(0, 4))
    expect(csv).toContain(`,"'${name}","Created the live key ""${name}""`);
});

test('a member does not see the page in the side bar, and is told kindly at its address', async () => {
  const { page, complaints } = await open(member);
  await page.getByRole('link', { name: 'Limits' }).waitFor();
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await follow(page, '/audit');
  await page.getByText('so only owners of Harbour').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

longTest('on a phone an entry with everything open fits the screen', async () => {
  const { page } = await open(owner, phone);
  await page.goto('/audit');
  const entry = rows(page)
    .filter({ hasText: hostileNames[6] ?? '' })
    .first();
  await entry.getByText('Details').click();
  await entry.getByRole('button', { name: 'Only this subject' }).waitFor();
  expect(await phoneFindings(page)).toEqual([]);
});
