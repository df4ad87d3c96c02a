/** Two who edit the same glossary: the second is told, sees what changed, and loses nothing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';
import {
  addRow,
  cell,
  entriesOf,
  grid,
  openGlossary,
  press,
  retype,
  save,
  seedGlossary,
} from './support/glossaries.ts';

const service = useServer();
const browser = useBrowser();
const [ines, joan] = ['ines@example.org', 'joan@example.org'];
let db: Database;
let team: string;
let user: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, ines);
  await seedUser(db, team, joan, 'member');
  user = await signIn(service.server.consoleUrl, ines);
});
afterAll(() => db.end());

async function sitDown(email: string, glossary: { address: string }): Promise<Page> {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, email);
  await openGlossary(page, glossary);
  return page;
}

async function add(page: Page, source: string, target: string): Promise<void> {
  await addRow(page);
  await page.keyboard.type(source);
  await page.keyboard.press('Tab');
  await page.keyboard.type(target);
  await page.keyboard.press('Enter');
  await cell(page, target).waitFor();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Another user saved first' });
const unsaved = (page: Page) => page.getByTestId('unsaved').getByText('Unsaved changes');

test('whoever saves second is told who saved what, chooses where both changed a term, and both are kept', async () => {
  const glossary = await seedGlossary(
    user,
    team,
    'Terms',
    'house\tcasa\ndog\tperro\ntree\tárbol\nsea\tmar\n',
  );
  const [first, second] = [await sitDown(ines, glossary), await sitDown(joan, glossary)];
  await retype(first, 'casa', 'hogar');
  await retype(first, 'árbol', 'el árbol');
  await add(first, 'cat', 'gato');
  await save(first);

  await retype(second, 'casa', 'domicilio');
  await retype(second, 'perro', 'can');
  await add(second, 'ship', 'barco');
  await press(second, 'Save');
  await dialog(second).getByText(ines).waitFor();
  expect(await second.getByTestId('diff-sum').textContent()).toBe('1 added, 0 removed, 2 changed');
  await dialog(second).getByText('You both changed 1 term').waitFor();
  expect(await axeFindings(second)).toEqual([]);

  // Nothing of the second one's work is gone, whatever they do now.
  await press(second, 'Not now');
  for (const word of ['domicilio', 'can', 'barco']) await cell(second, word).waitFor();
  await unsaved(second).waitFor();
  await press(second, 'See what changed');
  await dialog(second)
    .getByRole('row', { name: /^house/ })
    .getByLabel('hogar')
    .check();
  await press(second, 'Merge into mine');
  await cell(second, 'gato').waitFor();
  await unsaved(second).waitFor();
  await save(second);
  expect(await entriesOf(user, glossary)).toEqual([
    'house=hogar',
    'dog=can',
    'tree=el árbol',
    'sea=mar',
    'ship=barco',
    'cat=gato',
  ]);
});

longTest(
  'whoever deleted a term that another changed is asked, and "mine" is what stays if nothing is said',
  async () => {
    const glossary = await seedGlossary(user, team, 'More terms', 'house\tcasa\ndog\tperro\n');
    const [first, second] = [await sitDown(ines, glossary), await sitDown(joan, glossary)];
    await press(first, 'Delete row 1');
    await save(first);
    await retype(second, 'casa', 'hogar');
    await press(second, 'Save');
    await dialog(second)
      .getByRole('row', { name: /^house/ })
      .getByText('deleted')
      .waitFor();
    await press(second, 'Merge into mine');
    await save(second);
    expect(await entriesOf(user, glossary)).toEqual(['house=hogar', 'dog=perro']);
  },
);

longTest('a dictionary that was deleted meanwhile is made again with what was being edited', async () => {
  const glossary = await seedGlossary(user, team, 'Deleted terms', 'house\tcasa\ndog\tperro\n');
  const page = await sitDown(joan, glossary);
  await retype(page, 'casa', 'hogar');
  await user.send('DELETE', glossary.path, undefined, { 'if-match': '*' });
  await press(page, 'Save');
  await press(page, 'Continue with mine');
  await save(page);
  expect(await entriesOf(user, glossary)).toEqual(['house=hogar', 'dog=perro']);
});

longTest('a session that ends takes no work with it: after signing in again it is all there', async () => {
  const glossary = await seedGlossary(user, team, 'Kept terms', 'house\tcasa\n');
  const page = await sitDown(joan, glossary);
  await retype(page, 'casa', 'hogar');
  await db.query(
    'UPDATE sessions SET ended_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [joan],
  );
  await press(page, 'Save');
  await page.getByLabel('E-mail address').fill(joan);
  await page.getByLabel('Password').fill(testPassword);
  await press(page, 'Sign in');
  await grid(page).waitFor();
  await cell(page, 'hogar').waitFor();
  await save(page);
  expect(await entriesOf(user, glossary)).toEqual(['house=hogar']);
});
