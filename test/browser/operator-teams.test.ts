/** The operator's page of teams on a real server: each flow, and that nobody else finds it. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choiceOf, choose } from './support/choose.ts';
import { contentOf, signInOn, tabTo, useBrowser, warmEngine } from './support/dashboard.ts';
import { operator, seedCrews, seedOperator } from './support/operator.ts';

const service = useServer({ DRAGOMAN_STUB_ENGINE: 'on' });
const browser = useBrowser();
/** For a machine that is busy with other things. */
/** Far more than the 500 that the menu of teams holds. */
const crews = scale(10_000, 100_000);
const lastCrew = `Crew ${String(crews - 1).padStart(6, '0')}`;
const patience = { timeout: 120_000 };
const owner = 'owner@example.org';
let db: Database;
let harbour: string;
let key: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  await seedOperator(db);
  harbour = await seedTeam(db, 'Harbour');
  await seedUser(db, harbour, owner);
  const made = await createKey(
    db,
    { teamId: harbour, name: 'Shop', mode: 'live', scopes: ['translate'] },
    testActor,
  );
  key = made?.plain ?? '';
});
afterAll(() => db.end());

const visit = () => browser.visit(service.server.consoleUrl);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const callWith = async (plain: string, text = 'The house is big.') =>
  (await translate(service.server.url, plain, { text: [text], target_lang: 'ES' })).status;
const rowsOf = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr');

async function openTeam(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
  await page.getByLabel('Search').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

test('a team is created, given limits and credit; its history says who, what, when and from where', async () => {
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  await press(page, 'Create a team');
  await page.getByRole('dialog').getByLabel('Name').fill('Lighthouse');
  await page.getByRole('dialog').getByLabel('Monthly quota').fill('20');
  await press(page, 'Create');
  await page.getByRole('heading', { name: 'Lighthouse', exact: true }).waitFor();
  // The menu of teams names the team of the page.
  await expect.poll(() => choiceOf(page, 'Team').textContent(), patience).toBe('Lighthouse');

  const save = page.getByRole('button', { name: 'Save the limits' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('Requests per second').fill('7');
  await page.getByLabel('Monthly quota').fill('10');
  await save.click();
  await page.getByRole('alertdialog').getByText('The limits are saved').waitFor();

  // One of the two engines, without a cache.
  await page.getByLabel('Only these, in this order').check();
  await page.getByRole('checkbox', { name: 'stub' }).uncheck();
  await page.getByLabel('off: every text is translated again').check();
  await press(page, 'Save the engines and the cache');
  await page.getByRole('alertdialog').getByText('The engines and the cache are saved').waitFor();
  expect(await page.getByRole('button', { name: 'Save the engines and the cache' }).isDisabled()).toBe(true);

  const changeCredit = async (how: string, characters: string, reason: string) => {
    await press(page, 'Change the credit');
    await page.getByLabel(how).check();
    await page.getByLabel('Characters', { exact: true }).fill(characters);
    await page.getByLabel('Reason').fill(reason);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /the credit/i })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await changeCredit('add', '50', 'Invoice 17');
  await page.getByTestId('credit').getByText('50', { exact: true }).waitFor();
  await changeCredit('take back', '20', 'Typed wrong');
  await page.getByTestId('credit').getByText('30', { exact: true }).waitFor();

  await expect.poll(() => rowsOf(page, 'Operator history').count(), patience).toBe(5);
  const rows = await rowsOf(page, 'Operator history').all();
  const told = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
  expect(told.map(([what]) => what)).toEqual([
    'Took back 20 characters of credit, 30 left: Typed wrong',
    'Added 50 characters of credit, 50 left: Invoice 17',
    'Changed settings: Cache from on to off, Engines from all to apertium.',
    'Changed limits: Monthly quota from 20 to 10, Requests per second from 100 to 7.',
    'Created the team "Lighthouse" with a quota of 20 characters a month.',
  ]);
  for (const [, who, when, from, request] of told) {
    expect([who, from]).toEqual([operator, '127.0.0.1']);
    expect(when).toMatch(/^(just now|\d+ minutes? ago)$/);
    expect(request).toMatch(/^[0-9a-f-]{36}$/);
  }

  // An operator is an owner of every team: its own pages are one click away, and what is made there works.
  await page.getByRole('link', { name: 'Open its pages' }).click();
  await page.getByText('Keys of Lighthouse appear here').waitFor();
  expect(await choiceOf(page, 'Team').textContent()).toBe('Lighthouse');
  await press(page, 'Create a key');
  await page.getByRole('dialog').getByLabel('Name').fill('First');
  await press(page, 'Create');
  const made = (await page.getByTestId('secret').textContent()) ?? '';
  // 10 of the quota and 30 of credit are two calls of 17 characters.
  expect([await callWith(made), await callWith(made), await callWith(made)]).toEqual([200, 200, 456]);
  expect(complaints).toEqual([]);
});

test('by keyboard alone: suspended on the page, refused at once; resumed, served at once; its people see why', async () => {
  expect(await callWith(key)).toBe(200);
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await openTeam(page, 'Harbour');
  const change = async (verb: 'Suspend' | 'Resume', reason: string) => {
    const dialog = page.getByRole('dialog', { name: `${verb} "Harbour"` });
    const button = dialog.getByRole('button', { name: verb, exact: true });
    await tabTo(page, verb);
    await page.keyboard.press('Enter');
    await dialog.getByText('at once', { exact: false }).first().waitFor();
    await tabTo(page, 'Reason');
    await page.keyboard.type(reason);
    await tabTo(page, `Type the name of the team to ${verb.toLowerCase()} it: Harbour`);
    await page.keyboard.type('Harbou');
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.type('r');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await change('Suspend', 'The invoice is overdue');
  expect(await callWith(key)).toBe(403);
  await page.getByRole('note').getByText('The invoice is overdue').waitFor();

  const { page: guest } = await visit();
  await signInOn(guest, owner);
  await guest.getByRole('alert').getByText('The invoice is overdue').waitFor();

  await change('Resume', 'Paid');
  expect(await callWith(key)).toBe(200);
  await expect
    .poll(() => rowsOf(page, 'Operator history').locator('td.what').allTextContents(), patience)
    .toEqual(
      expect.arrayContaining(['Resumed the team: Paid', 'Suspended the team: The invoice is overdue']),
    );
  await guest.reload();
  await guest.getByRole('cell', { name: 'Shop', exact: true }).waitFor();
  expect(await guest.getByText('The invoice is overdue').count()).toBe(0);
  expect(complaints).toEqual([]);
});

longTest('the usage of all teams is shown and exported by team, and shown by pair', async () => {
  expect(await callWith(key)).toBe(200);
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Total usage' }).click();
  await rowsOf(page, 'Usage by team').getByRole('link', { name: 'Harbour' }).waitFor();
  const download = page.waitForEvent('download');
  await press(page, 'Export CSV');
  const csv = await contentOf(await download);
  expect(csv).toMatch(/^team_id,team,characters,calls,texts\r\n/);
  expect(csv).toMatch(new RegExp(`"${harbour}","Harbour",\\d+,\\d+,\\d+\r\n`));
  await choose(page, 'By', 'Language pair');
  await rowsOf(page, 'Usage by pair').getByText('EN → ES').waitFor();
  expect(complaints).toEqual([]);
});

longTest('a user is found, signed out, and gets a link to a new password', async () => {
  const { page: theirs } = await visit();
  await signInOn(theirs, owner);
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Search').fill('OWNER@');
  const row = rowsOf(page, 'Users');
  await expect.poll(() => row.count(), patience).toBe(1);
  await row.getByRole('link', { name: 'Harbour' }).waitFor();
  await press(page, `End the sessions of ${owner}`);
  await page.getByRole('dialog').getByRole('button', { name: 'End the sessions' }).click();
  await page.getByRole('alertdialog').getByText(`The sessions of ${owner} are ended`).waitFor();
  expect(await page.getByRole('button', { name: `End the sessions of ${owner}` }).isDisabled()).toBe(true);
  await theirs.reload();
  await theirs.getByLabel('Password').waitFor();
  await press(page, `Reset password of ${owner}`);
  await page
    .getByRole('dialog')
    .getByText(/\/join#[\w-]{43}$/)
    .waitFor();
  expect(complaints).toEqual([]);
});

longTest('a team is renamed; another operator who did so meanwhile is not overruled unseen', async () => {
  await seedTeam(db, 'Ferry');
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await openTeam(page, 'Ferry');
  const dialog = page.getByRole('dialog', { name: 'Rename a team' });
  await press(page, 'Rename');
  await dialog.getByLabel('Name').fill('Pilot');
  await db.query("UPDATE teams SET name = 'Lantern' WHERE name = 'Ferry'");
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByRole('alert').getByText('The team was renamed to "Lantern" meanwhile').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Pilot');
  await page.getByRole('heading', { name: 'Lantern', exact: true, includeHidden: true }).waitFor();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Pilot', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Renamed the team "Lantern" to "Pilot".' }).waitFor();
  expect(await choiceOf(page, 'Team').textContent()).toBe('Pilot');

  // Teams with equal names are told apart by the end of their ids.
  const twin = await seedTeam(db, 'pilot');
  await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
  await page.getByLabel('Search').fill('Pilot');
  await expect.poll(() => page.locator('td.name').allTextContents(), patience).toHaveLength(2);
  await page.getByText(`…${twin.slice(-6)}`).waitFor();
  expect(complaints).toEqual([]);
});

longTest('a refusal is said in words, and the form keeps what was typed', async () => {
  const { page } = await visit();
  await signInOn(page, operator);
  await openTeam(page, 'Harbour');
  await press(page, 'Change the credit');
  await page.getByLabel('Characters', { exact: true }).fill('5');
  await page.getByLabel('Reason').fill('   ');
  await press(page, 'Add the credit');
  await page.getByRole('alert').getByText('A reason has 1 to 500 characters').waitFor();
  expect(await page.getByLabel('Characters', { exact: true }).inputValue()).toBe('5');
  await page.keyboard.press('Escape');
  await page.goto('/operator/teams/019a0000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'No such team' }).waitFor();
});

longTest(`${crews} teams: page by page and back, found by name or id, and by their state`, async () => {
  await seedCrews(db, crews);
  const { rows } = await db.query<{ id: string; name: string }>(
    'SELECT id, name FROM teams WHERE name = ANY($1) ORDER BY name',
    [['Crew 000150', lastCrew]],
  );
  const [near, far] = rows;
  await db.query(
    "UPDATE team_balances SET suspended_at = now(), suspension_reason = 'Unpaid' WHERE team_id = $1",
    [far?.id],
  );
  const { page, complaints } = await visit();
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  const first = page.locator('tbody tr td.name').first();
  const expectFirst = (name: string) => expect.poll(() => first.textContent(), patience).toBe(name);
  await expectFirst('Crew 000001');
  expect(await page.locator('tbody tr').count()).toBe(50);
  await press(page, 'Next');
  await expectFirst('Crew 000051');
  await press(page, 'Next');
  await expectFirst('Crew 000101');
  await page.getByRole('link', { name: near?.name ?? '', exact: true }).click();
  await page.getByRole('heading', { name: near?.name ?? '' }).waitFor();
  await page.goBack();
  await expectFirst('Crew 000101');
  await press(page, 'Previous');
  await expectFirst('Crew 000051');
  await press(page, 'Previous');
  await expectFirst('Crew 000001');
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);

  await choose(page, 'State', 'Suspended');
  await expectFirst(lastCrew);
  await choose(page, 'State', 'All');
  for (const search of [lastCrew.slice(0, -1).replace('Crew', 'cREW'), far?.id ?? '']) {
    await page.getByLabel('Search').fill(search);
    await expect
      .poll(() => page.getByRole('link', { name: lastCrew, exact: true }).count(), patience)
      .toBe(1);
  }
  await expect.poll(() => page.locator('tbody tr').count(), patience).toBe(1);
  await page.getByLabel('Search').fill('nobody is called that');
  await page.getByText('No team matches').waitFor();

  // Far behind the 500 that the menu of teams holds, its pages open all the same, and again after a reload.
  await page.goto(`/operator/teams/${far?.id}`);
  await page.getByRole('link', { name: 'Open its pages' }).click();
  await page.getByText(`Keys of ${lastCrew} appear here`).waitFor();
  await page.getByRole('link', { name: 'People' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  expect(await choiceOf(page, 'Team').textContent()).toBe(lastCrew);
  expect(complaints).toEqual([]);
});

longTest('for anybody else these addresses are like those that do not exist', async () => {
  const { page } = await visit();
  await signInOn(page, owner);
  expect(await page.getByText('Operator', { exact: true }).count()).toBe(0);
  const shown: string[] = [];
  for (const path of [
    '/nothing/here',
    '/operator/teams',
    `/operator/teams/${harbour}`,
    '/operator/users',
    '/operator/usage',
    '/operator/installation',
    '/operator/models',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    shown.push(`${await page.title()} ${await page.locator('main').innerHTML()}`);
  }
  expect(new Set(shown).size).toBe(1);
});
