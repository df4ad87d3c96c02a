/** The pages of glossaries for every reader, in both themes and on a phone, with words that would be scripts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { follow, hostileNames, phone, signInOn, useBrowser, warmEngine } from './support/dashboard.ts';
import { axeFindings, phoneFindings, visitedThemes } from './support/findings.ts';
import {
  addRow,
  cell,
  clipboard,
  grid,
  openGlossary,
  paste,
  press,
  retype,
  type SeededGlossary,
  seedGlossary,
} from './support/glossaries.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '=HYPERLINK("javascript:window.__xss=1","x")'];
const [hostileName = ''] = hostileNames;
let db: Database;
let user: ConsoleUser;
let glossary: SeededGlossary;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  user = await signIn(service.server.consoleUrl, owner);
  for (const name of hostileNames.slice(1)) {
    await user.send('POST', `/teams/${team}/glossaries`, { name });
  }
  const terms = ['house', ...hostileNames, ...formulas];
  const tsv = terms.map((term, i) => `${term}\t${terms.at(-1 - i)}\n`).join('');
  glossary = await seedGlossary(user, team, hostileName, tsv);
  const again = { 'content-type': 'text/tab-separated-values', 'if-match': '*' };
  await user.send('PUT', glossary.path, `${tsv}sea\tmar\n`, again);
});
afterAll(() => db.end());

/** Stops at everything that the pages have to show. */
async function throughAll(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  await follow(page, '/glossaries');
  await page.getByRole('link', { name: hostileName, exact: true }).waitFor();
  await look('list');
  for (const action of ['Create a glossary', `Rename ${hostileName}`, `Delete ${hostileName}`]) {
    await press(page, action);
    await look(action);
    await page.keyboard.press('Escape');
  }
  await openGlossary(page, glossary);
  await cell(page, hostileName).first().waitFor();
  await look('entries');
  for (const action of ['Add a language pair', 'Delete this pair', 'Import']) {
    await press(page, action);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await look(action);
    await page.keyboard.press('Escape');
  }
  await retype(page, 'mar', 'house');
  await cell(page, 'sea').click();
  await page.keyboard.press('F2');
  await grid(page).getByRole('textbox').fill('house');
  await look('a cell that is edited');
  await page.keyboard.press('Enter');
  await page.getByText('2 problems').waitFor();
  await press(page, 'Next problem');
  await look('problems');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByTestId('diff-sum').waitFor();
  await look('versions');
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByLabel('Text in English').fill(`The house. ${hostileNames.slice(0, 3).join(' ')}`);
  await press(page, 'Translate');
  await page.getByTestId('marked-target').waitFor();
  await look('tried');
  await page.getByRole('link', { name: 'All glossaries' }).click();
  await look('leaving');
  await press(page, 'Leave without saving');
  await page.getByRole('link', { name: hostileName, exact: true }).waitFor();
}

test.each(visitedThemes)('axe finds nothing, and no word is run, in the %s theme', async (theme) => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, theme);
  page.on('dialog', () => complaints.push('a dialog was opened'));
  await signInOn(page, owner);
  await throughAll(page, async (what) => expect(await axeFindings(page), what).toEqual([]));
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

longTest('on a phone nothing is wider than the screen or too small for a finger', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', phone);
  await signInOn(page, owner);
  await throughAll(page, async (what) => expect(await phoneFindings(page), what).toEqual([]));
  expect(complaints).toEqual([]);
});

longTest('hostile words that are typed, pasted, named and filtered for stay words', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', clipboard);
  page.on('dialog', () => complaints.push('a dialog was opened'));
  await signInOn(page, owner);
  await openGlossary(page, glossary);
  await grid(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  // An apostrophe before a sign of a formula is a spreadsheet's, and comes off: one more, as in CSV.
  const cells = hostileNames.map((name) => `${name.replace(/^'/, "''")} pasted`);
  await paste(page, cells.map((text) => `${text}\t${text}`).join('\n'));
  for (const name of hostileNames) {
    await page.getByLabel('Filter').fill(`${name} pasted`);
    await page.getByText('1 found').waitFor();
    await expect.poll(() => cell(page, `${name} pasted`).count()).toBe(2);
  }
  await page.getByLabel('Filter').fill('');
  for (const name of hostileNames.slice(0, 3)) {
    await addRow(page);
    await page.keyboard.insertText(`${name} typed`);
    await page.keyboard.press('Enter');
    await cell(page, `${name} typed`).first().waitFor();
  }
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});
