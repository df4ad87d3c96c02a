/** The operators' pages about the whole installation: what runs and waits, and who changed what. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { holdTable } from '../support/hold-table.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choose } from './support/choose.ts';
import { contentOf, follow, signInOn, useBrowser } from './support/dashboard.ts';
import { forgetNode, operator, seedOperator, wellEngine, writeNode } from './support/operator.ts';
import { createTimePassing, isShown } from './support/pass-time.ts';

const service = useServer();
const browser = useBrowser();
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await seedOperator(db);
});
afterAll(() => db.end());

async function open(link: string): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.clock.install();
  await signInOn(page, operator);
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('heading', { name: link, exact: true }).waitFor();
  return { page, complaints };
}

const { eventually, passTime } = createTimePassing('**/api/operator/availability');
const shows = (page: Page, text: string) => eventually(page, () => isShown(page.getByText(text).first()));
const rowOf = (page: Page, table: string, row: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name: row });

test('what runs and what waits, what to do about it, and the rest while a part does not respond', async () => {
  const { page, complaints } = await open('Availability');
  await eventually(page, () => isShown(rowOf(page, 'Processes', /API and dashboard; engines: apertium/)));
  await eventually(page, () =>
    isShown(rowOf(page, 'Housekeeping', 'ledger').getByText('Done', { exact: true })),
  );
  // A task without words of its own would have a dash.
  const tasks = page.getByRole('table', { name: 'Housekeeping' }).locator('td.words');
  expect(await tasks.count()).toBeGreaterThan(8);
  expect(await tasks.allTextContents()).not.toContain('–');
  await rowOf(page, 'Redis', /Connected/).waitFor();
  await page.getByRole('region', { name: 'Postgres' }).getByText('Primary').waitFor();
  await eventually(page, () => isShown(page.getByRole('heading', { name: 'Healthy' })));

  const [team] = await seedTeams(db, 1);
  if (team === undefined) throw new Error('a team was seeded');
  await seedDocuments(db, team, [{}, {}, { state: 'translating' }]);
  await shows(page, 'Documents are waiting, and no process translates documents.');
  await page.getByText('docs/operate/alerts.md#dragomandocumentswait').waitFor();
  await page.getByRole('heading', { name: 'Problems' }).waitFor();
  const cells = await rowOf(page, 'Documents by team', 'test').getByRole('cell').allTextContents();
  expect(cells.slice(1)).toEqual(['2', '1']);

  const failed = { task: 'ledger', state: 'failed' as const, done_at: null };
  const backlog = { charges: 12, request_log: { waiting_rows: 34, lost_calls: 56 } };
  const node = await writeNode(db, 'gamma', {
    engines: [wellEngine],
    lanes: [],
    backlog,
    housekeeping: [failed],
  });
  await shows(page, 'The housekeeping task ledger failed on gamma (7).');
  const waiting = page.getByRole('region', { name: 'Waiting to be written' });
  for (const figure of ['12', '34', '56']) await waiting.getByText(figure, { exact: true }).waitFor();
  await forgetNode(db, node);

  const held = await holdTable(service.env.DATABASE_URL ?? '', 'documents');
  try {
    await shows(page, 'These parts did not respond in time: Document queue.');
    await page
      .getByRole('region', { name: 'Document queue' })
      .getByText('This part does not respond.')
      .waitFor();
    await rowOf(page, 'Processes', /API and dashboard/).waitFor();
  } finally {
    await held.release();
  }
  await db.query('DELETE FROM documents');
  await eventually(page, () => isShown(page.getByRole('heading', { name: 'Healthy' })));
  expect(complaints).toEqual([]);
});

longTest('a hidden tab does not ask', async () => {
  const { page } = await open('Availability');
  await passTime(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/operator/availability')) asked++;
  });
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await turn('hidden');
  await page.clock.fastForward(60_000);
  // A request that comes after all that the page would have sent.
  await page.evaluate("fetch('/openapi.json').then((answer) => answer.text())");
  expect(asked).toBe(0);
  await turn('visible');
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test('who changed what in all teams: a summary, filters in the address, and a file', async () => {
  const [harbour, lighthouse] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Lighthouse')];
  for (const [teamId, name] of [
    [harbour, 'Shop'],
    [lighthouse, '=1+1'],
  ] as const)
    await createKey(db, { teamId, name, mode: 'live', scopes: ['translate'] }, testActor);
  await seedUser(db, harbour, 'both@example.org', 'member');
  await db.query(
    "INSERT INTO team_members (team_id, user_id, role) SELECT $1, id, 'member' FROM users WHERE email LIKE 'both%'",
    [lighthouse],
  );
  await signIn(service.server.consoleUrl, 'both@example.org');

  const { page, complaints } = await open('All audit logs');
  const rows = page.getByRole('table').getByRole('row');
  // The sign-in is in the logs of two teams, and one line.
  const entry = rows.filter({ hasText: 'both@example.org' }).filter({ hasText: 'Signed in.' });
  await entry.waitFor();
  expect(await entry.getByRole('link').allTextContents()).toEqual(
    expect.arrayContaining(['Harbour', 'Lighthouse']),
  );
  await page.getByRole('button', { name: 'Keys 2' }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByLabel('Team', { exact: true }).fill('light');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.filter({ hasText: 'Created the live key "=1+1"' }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect([search.get('kind'), search.get('in')]).toEqual(['key', 'light']);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [header, line, ...more] = (await contentOf(await download)).trimEnd().split('\r\n');
  expect(header).toBe('time,team,team_id,who,what,action,subject,address,request_id,details');
  expect(line).toContain(`"Lighthouse","${lighthouse}",`);
  expect(more).toEqual([]);

  await choose(page, 'What', 'Models');
  await page.getByText('No entry in this period matches').waitFor();
  await page.reload();
  await page.getByText('No entry in this period matches').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await entry.waitFor();

  await follow(page, '/operator/users');
  await page.getByRole('button', { name: 'End the sessions of both@example.org' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the sessions' }).click();
  await page.getByText('The sessions of both@example.org are ended.').waitFor();
  await follow(page, '/operator/audit?kind=user&actor=operator');
  await rows.filter({ hasText: 'Ended all sessions of both@example.org.' }).waitFor();
  expect(complaints).toEqual([]);
});
