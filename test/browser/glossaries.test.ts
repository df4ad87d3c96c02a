/** The pages of glossaries: from the first one to its versions, each flow from end to end. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { choose } from './support/choose.ts';
import { contentOf, sharedVisit, signInOn, tabTo, useBrowser, warmEngine } from './support/dashboard.ts';
import {
  addRow,
  cell,
  clipboard,
  entriesOf,
  grid,
  openGlossary,
  paste,
  press,
  retype,
  save,
  seedGlossary,
  waitForTyping,
} from './support/glossaries.ts';

const service = useServer();
const browser = useBrowser();
const [owner, viewer] = ['owner@example.org', 'viewer@example.org'];
let db: Database;
let team: string;
let user: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, viewer, 'viewer');
  user = await signIn(service.server.consoleUrl, owner);
});
afterAll(() => db.end());

async function visit(email = owner) {
  const visited = await browser.visit(service.server.consoleUrl, 'light', clipboard);
  await signInOn(visited.page, email);
  return visited;
}

const visitOfOwner = sharedVisit(visit);

const activeCell = (page: Page) =>
  page.evaluate<string>(
    "document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).textContent",
  );
const unsaved = (page: Page) => page.getByTestId('unsaved').getByText('Unsaved changes');
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

test('by keyboard alone: create a glossary, add a pair, type its terms, save, rename and delete it', async () => {
  const { page, complaints } = await visitOfOwner();
  await page.getByRole('link', { name: 'Glossaries', exact: true }).click();
  await page.getByText('Glossaries appear here').waitFor();
  await tabTo(page, 'Create a glossary');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Product terms');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Product terms' }).waitFor();
  await tabTo(page, 'Add a language pair');
  await page.keyboard.press('Enter');
  await choose(page, 'To', 'Spanish');
  await tabTo(page, 'Add');
  await page.keyboard.press('Enter');
  await grid(page).waitFor();
  await tabTo(page, 'Add a row');
  await page.keyboard.press('Enter');
  await waitForTyping(page);
  await page.keyboard.type('house');
  await page.keyboard.press('Tab');
  await page.keyboard.type('casa');
  // After the last cell comes a new row.
  await page.keyboard.press('Tab');
  await page.keyboard.type('dog');
  await page.keyboard.press('Tab');
  await page.keyboard.type('perra');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await expect.poll(() => activeCell(page)).toBe('dog');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('perro');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' never');
  await page.keyboard.press('Escape');
  await unsaved(page).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version/).waitFor();
  const [made] = (await user.get<{ glossaries: { id: string }[] }>(`/teams/${team}/glossaries`)).body
    .glossaries;
  const path = `/teams/${team}/glossaries/${made?.id}/dictionaries/EN/ES`;
  expect(await entriesOf(user, { path })).toEqual(['house=casa', 'dog=perro']);

  await page.getByRole('link', { name: 'All glossaries' }).click();
  const row = page.getByRole('row', { name: /^Product terms/ });
  await expect.poll(() => row.textContent()).toMatch(/EN → ES2(just now|.* ago)/);
  await press(page, 'Rename Product terms');
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop terms');
  await press(page, 'Rename');
  await page.getByRole('link', { name: 'Shop terms' }).click();
  await grid(page).waitFor();
  await press(page, 'Delete this pair');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('A dictionary for each language pair appears here').waitFor();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Glossaries appear here').waitFor();
  expect(complaints).toEqual([]);
});

longTest(
  'rows pasted from a spreadsheet fill downward, say what is wrong with them, and are one undo',
  async () => {
    const glossary = await seedGlossary(user, team, 'Pasted', 'house\tcasa\ndog\tperro\nsea\tmar\n');
    const { page, complaints } = await visit();
    await openGlossary(page, glossary);
    await cell(page, 'dog').click();
    // As a spreadsheet writes them: quoted where they need it, formulas as the CSV of this page gave them.
    await paste(page, `cat\tgato\r\n"5"" pipe"\ttubo\r\nhouse\thogar\r\n'=1+1\t@dos\r\nalone\t\r\n`);
    await page.getByText('6 terms').waitFor();
    await page.getByText('3 problems').waitFor();
    for (const word of ['5" pipe', '=1+1', '@dos']) await cell(page, word).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    // The second "house", then the target term that is missing, then from the top again.
    for (const word of ['house', '', 'house']) {
      await press(page, 'Next problem');
      await expect.poll(() => activeCell(page)).toBe(word);
    }
    expect(await page.getByText('Source is a duplicate').count()).toBe(2);
    expect(await page.getByText('Target is empty').count()).toBe(1);
    await press(page, 'Undo');
    await page.getByText('3 terms').waitFor();
    expect(await unsaved(page).count()).toBe(0);

    // A copied formula is as harmless to the next spreadsheet as an exported one, and comes back as it was.
    await retype(page, 'mar', '=HYPERLINK("x")');
    await page.keyboard.press('ArrowUp');
    await cell(page, '=HYPERLINK("x")').click();
    await page.keyboard.press('Control+C');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`'=HYPERLINK("x")`);
    await cell(page, 'perro').click();
    await page.keyboard.press('Control+V');
    await expect.poll(() => cell(page, '=HYPERLINK("x")').count()).toBe(2);
    expect(complaints).toEqual([]);
  },
);

longTest(
  'what was exported is imported again to the character, formulas and all; files add or replace',
  async () => {
    const terms = ['house\tcasa', '=cmd|calc\t+1', "'=x\t@y", 'a "b", c\t-1'];
    const glossary = await seedGlossary(user, team, 'Files', `${terms.join('\n')}\n`);
    const { page } = await visit();
    await openGlossary(page, glossary);
    const exported = async (format: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, `Export ${format}`)]);
      expect(download.suggestedFilename()).toBe(`Files-EN-ES.${format.toLowerCase()}`);
      return contentOf(download);
    };
    expect(await exported('TSV')).toBe(`${terms.join('\n')}\n`);
    const csv = await exported('CSV');
    expect(csv).toBe(`house,casa\r\n'=cmd|calc,'+1\r\n''=x,'@y\r\n"a ""b"", c",'-1\r\n`);
    const give = async (name: string, content: string, way: RegExp) => {
      await press(page, 'Import');
      await page
        .getByLabel('File')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
      await page.getByLabel(way).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
      await page.getByText(new RegExp(`of ${name} (is|are) in the grid`)).waitFor();
    };
    await give('again.csv', csv, /^Replace/);
    await save(page);
    expect(await entriesOf(user, glossary)).toEqual(terms.map((term) => term.replace('\t', '=')));
    await give('more.tsv', '\uFEFFhouse\thogar\r\n dog \tperro\r\n', /^Add/);
    await cell(page, 'hogar').waitFor();
    await give('even-more.csv', 'cat;gato\r\n', /^Add/);
    await save(page);
    const [first, ...rest] = await entriesOf(user, glossary);
    expect([first, ...rest.slice(-2)]).toEqual(['house=hogar', 'dog=perro', 'cat=gato']);
  },
);

test('versions say who saved what, any two are compared, and one is restored as a new one', async () => {
  const glossary = await seedGlossary(user, team, 'Versions', 'house\tcasa\n');
  const { page } = await visitOfOwner();
  await openGlossary(page, glossary);
  await retype(page, 'casa', 'hogar');
  await save(page);
  await addRow(page);
  await page.keyboard.type('dog');
  await page.keyboard.press('Tab');
  await page.keyboard.type('perro');
  await page.keyboard.press('Enter');
  await save(page);
  await tab(page, 'Versions');
  const rows = page.getByRole('row', { name: /^Version \d/ });
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.first().textContent()).toMatch(/owner@example\.org.*2current$/);
  const sum = page.getByTestId('diff-sum');
  await sum.getByText('1 added').waitFor();
  const oldest = /\d+/.exec((await rows.last().textContent()) ?? '')?.[0] ?? '';
  await choose(page, 'From', `Version ${oldest}`);
  await sum.getByText('1 changed').waitFor();
  expect(await sum.textContent()).toBe('1 added, 0 removed, 1 changed');
  await page.getByRole('row', { name: 'changed house casa hogar' }).waitFor();
  await press(page, `Restore version ${oldest}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await cell(page, 'casa').waitFor();
  expect(await entriesOf(user, glossary)).toEqual(['house=casa']);
  await tab(page, 'Versions');
  await expect.poll(() => rows.count()).toBe(4);
});

longTest(
  'a text is tried: applied terms are marked in both, and what looks alike but was not applied says why',
  async () => {
    const glossary = await seedGlossary(
      user,
      team,
      'Tried',
      'house\tpalacio\nbig garden\tparque\nUS\tEE. UU.\n',
    );
    const { page, complaints } = await visit();
    await openGlossary(page, glossary);
    await tab(page, 'Try it');
    await page.getByLabel('Text in English').fill('The House is in the big garden. Two houses are for us.');
    await press(page, 'Translate');
    await page.getByTestId('marked-target').waitFor();
    expect(await page.getByTestId('marked-source').locator('mark').allTextContents()).toEqual([
      'House',
      'big garden',
    ]);
    const inTarget = await page.getByTestId('marked-target').locator('mark').allTextContents();
    expect(inTarget.toSorted()).toEqual(['Palacio', 'parque']);
    const applied = page.getByRole('table', { name: 'Applied terms' });
    await applied.getByRole('row', { name: 'house Palacio 1' }).waitFor();
    const alike = await page
      .getByRole('list', { name: 'Not applied' })
      .getByRole('listitem')
      .allTextContents();
    expect(alike).toEqual(['US: a term with capitals matches only in the same case']);
    expect(complaints).toEqual([]);
  },
);

longTest('a viewer reads, filters, compares and exports, and changes nothing', async () => {
  const glossary = await seedGlossary(user, team, 'Read', 'house\tcasa\ndog\tperro\n');
  const { page } = await visit(viewer);
  await page.getByRole('link', { name: 'Glossaries', exact: true }).click();
  await page.getByRole('link', { name: 'Read', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Create|Rename|Delete/ }).count()).toBe(0);
  await openGlossary(page, glossary);
  expect(await grid(page).getAttribute('aria-readonly')).toBe('true');
  await cell(page, 'casa').dblclick();
  await page.keyboard.type('x');
  expect(await grid(page).getByRole('textbox').count()).toBe(0);
  await page.getByLabel('Filter').fill('PERR');
  await page.getByText('1 found').waitFor();
  expect(await page.getByRole('button', { name: /Add|Undo|Import|Save|Delete/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Export CSV' }).isEnabled()).toBe(true);
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Entries', 'Versions']);
});

longTest('nobody leaves unsaved changes behind without being asked, by whatever way', async () => {
  const glossary = await seedGlossary(user, team, 'Left', 'house\tcasa\n');
  const { page } = await visit();
  await page.getByRole('link', { name: 'Glossaries', exact: true }).click();
  await page.getByRole('link', { name: 'Left', exact: true }).click();
  await grid(page).waitFor();
  await retype(page, 'casa', 'hogar');
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  const ways: Record<string, () => Promise<unknown>> = {
    link: () => page.getByRole('link', { name: 'Keys', exact: true }).click(),
    back: () => page.evaluate('history.back()'),
    'sign out': async () => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
  };
  for (const way of Object.values(ways)) {
    await way();
    await asked.waitFor();
    await press(page, 'Stay');
    await cell(page, 'hogar').waitFor();
  }
  // A link within the page leaves nothing behind, and neither does the way back from it.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.waitForURL(/#content$/);
  await page.evaluate('history.back()');
  await page.waitForURL((url) => url.hash === '');
  expect(await asked.count()).toBe(0);
  const closing = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  const question = await closing;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await cell(page, 'hogar').waitFor();
  await ways.back?.();
  await press(page, 'Leave without saving');
  await page.getByRole('heading', { name: 'Glossaries', exact: true }).waitFor();
  await openGlossary(page, glossary);
  await cell(page, 'casa').waitFor();
});
