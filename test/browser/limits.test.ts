/** Limits as they stand, and what a team sees of its suspension. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import { setTeamSettings } from '../../src/accounts/team-settings.ts';
import { setTeamLimits } from '../../src/accounts/teams.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedTeamWithDefaultLimits, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choose } from './support/choose.ts';
import { hostileNames, phone, sharedVisit, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
const reason = `The invoice is overdue ${hostileNames[1]}`;
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeamWithDefaultLimits(db, 'Harbour', 5_000);
  await seedUser(db, team, owner);
  await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
  await createKey(db, { teamId: team, name: 'Shop', mode: 'live', scopes: ['translate'] }, testActor);
});
afterAll(() => db.end());

const visit = sharedVisit(async () => {
  const visited = await browser.visit(service.server.consoleUrl, 'dark');
  await signInOn(visited.page, owner);
  return visited;
});
const suspend = () => suspendTeam(db, team, reason, testActor);
const resume = () => resumeTeam(db, team, 'Paid', testActor);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const cellsOf = (page: Page, limit: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${limit}`) })
    .getByRole('cell')
    .allTextContents();

test('each limit with its value, what happens when it is reached, and how often it was; changes are followed', async () => {
  await db.query(
    `INSERT INTO refused_calls (team_id, minute, code, calls)
     VALUES ($1, date_trunc('minute', now()), 'rate_limited', 3), ($1, date_trunc('minute', now()), 'quota_exceeded', 1)`,
    [team],
  );
  const { page, complaints } = await visit();
  await page.getByRole('link', { name: 'Limits' }).click();
  await page.getByText('3 calls got 429 rate_limited in the last 24 hours').waitFor();
  await page.getByText('1 call got 456 quota_exceeded in the last 24 hours').waitFor();
  const expected: [string, string, string][] = [
    ['Monthly quota', '5,000 characters', 'A new quota starts on'],
    ['Credit', '0 characters', '456 quota_exceeded'],
    ['Requests per second', '100', 'up to 200 after a pause. Above the limit, calls get 429 rate_limited'],
    ['Characters per minute', '1,000,000', '429 rate_limited. Wait as long as Retry-After says'],
    ['Calls in flight', '64', 'on each node'],
    ['Texts', '1,024', '400 invalid_request'],
    ['Characters', '131,072', '413 payload_too_large'],
    ['Body', '1 MiB', '413 payload_too_large'],
    ['Size of a dictionary', '10 MiB', '413 payload_too_large'],
    ['Engines', 'all', '400 invalid_request'],
    ['Cache', 'on', 'Private to the team'],
  ];
  for (const [name, value, words] of expected) {
    const cells = await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name, exact: true }) })
      .getByRole('cell')
      .allTextContents();
    expect(cells).toEqual([name, value, expect.stringContaining(words)]);
  }
  // Nothing on the page is touched from here on.
  await setTeamLimits(db, team, { requestsPerSecond: 7, monthlyQuota: 9_000 }, testActor);
  await setTeamSettings(
    db,
    team,
    { engines: ['apertium'], isCached: false, knownEngines: ['apertium'] },
    testActor,
  );
  await db.query(
    `UPDATE team_balances SET quota_used = 1234, credit = 77, period = date_trunc('month', now() AT TIME ZONE 'UTC')::date
      WHERE team_id = $1`,
    [team],
  );
  await expect.poll(() => cellsOf(page, 'Requests per second'), { timeout: 120_000 }).toContain('7');
  await expect.poll(() => cellsOf(page, 'Engines'), { timeout: 120_000 }).toContain('apertium');
  await expect.poll(() => cellsOf(page, 'Cache'), { timeout: 120_000 }).toContain('off');
  await page.getByText('1,234 characters used.').waitFor();
  await page.getByRole('cell', { name: '77 characters', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

const refusedOn: Readonly<Record<string, string>> = {
  Keys: 'Create a key',
  Playground: 'Translate',
  People: 'Invite a person',
};

test('a suspended team is told on every page since when and why, and offered nothing that would be refused', async () => {
  await suspend();
  const { page, complaints } = await visit();
  await page.reload();
  const banner = page.getByRole('alert').filter({ hasText: 'Harbour is suspended' });
  for (const name of ['Keys', 'Usage', 'Playground', 'People', 'Limits', 'Audit log', 'Account']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    const words = (await banner.textContent()) ?? '';
    expect(words).toContain(reason);
    expect(words).toMatch(/since .* UTC \((just now|.* ago)\)/);
    expect(words).toContain('Ask the operator of this service');
    const refused = refusedOn[name];
    if (refused === undefined) continue;
    const button = page.getByRole('button', { name: refused, exact: true });
    await button.waitFor();
    expect([name, await button.isDisabled()]).toEqual([name, true]);
    expect(await button.getAttribute('title')).toBe('The team is suspended.');
    expect(await axeFindings(page), name).toEqual([]);
  }
  await page.getByRole('link', { name: 'Keys' }).click();
  for (const action of ['Rename', 'Rotate', 'Revoke']) {
    expect(await page.getByRole('button', { name: `${action} Shop` }).isDisabled()).toBe(true);
  }
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
  await page.setViewportSize(phone.viewport);
  await banner.waitFor();
  expect(await phoneFindings(page)).toEqual([]);
  await resume();
});

longTest(
  'a suspension that comes while a page is open is told by the next refusal, and its end by the next page',
  async () => {
    const { page } = await browser.visit(service.server.consoleUrl);
    await signInOn(page, owner);
    await press(page, 'Create a key');
    await page.getByRole('textbox', { name: 'Name' }).fill('Too late');
    await suspend();
    await press(page, 'Create');
    await page.getByRole('dialog').getByText('This team is suspended').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Harbour is suspended').waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true);
    await resume();
    // What is known of the team is asked for again once it is some seconds old.
    await expect
      .poll(
        async () => {
          for (const name of ['Limits', 'Keys']) await page.getByRole('link', { name }).click();
          return page.getByText('Harbour is suspended').count();
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(0);
    expect(await page.getByRole('button', { name: 'Create a key' }).isEnabled()).toBe(true);
  },
);

longTest('an operator still changes a suspended team, and makes no call for it', async () => {
  await suspend();
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, 'operator@example.org');
  await choose(page, 'Team', 'Harbour');
  await page.getByText('As an operator, you can still change the team').waitFor();
  expect(await page.getByRole('button', { name: 'Create a key' }).isEnabled()).toBe(true);
  await page.getByRole('link', { name: 'Playground' }).click();
  expect(await page.getByRole('button', { name: 'Translate' }).isDisabled()).toBe(true);
  await resume();
});
