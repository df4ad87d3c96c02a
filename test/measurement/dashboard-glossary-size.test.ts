/** A glossary of 50,000 entries: whatever is done with it, the page answers within 100 ms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { signInOn, useBrowser } from '../browser/support/dashboard.ts';
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
  type SeededGlossary,
  save,
  seedGlossary,
} from '../browser/support/glossaries.ts';
import { longestTaskMs } from '../browser/support/stalls.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServerProcess } from '../support/server-process.ts';

const service = useServerProcess();
const browser = useBrowser();
const owner = 'owner@example.org';
const count = 50_000;
const limitMs = 100;
const line = (i: number) => `source term number ${i}\ttérmino de destino número ${i}\n`;
let db: Database;
let user: ConsoleUser;
let glossary: SeededGlossary;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  user = await signIn(service.server.consoleUrl, owner);
  const tsv = Array.from({ length: count }, (_, i) => line(i)).join('');
  glossary = await seedGlossary(user, team, 'Large', tsv);
});
afterAll(() => db.end());

test('50,000 entries are opened, scrolled, filtered, edited, pasted over and saved without a stall', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', clipboard);
  await signInOn(page, owner);
  const stalls: Record<string, number> = {};
  const watch = async (what: string, work: () => Promise<void>) => {
    stalls[what] = await longestTaskMs(page, `50,000 entries, ${what}`, work);
  };

  await watch('opened', async () => {
    await openGlossary(page, glossary);
    await cell(page, 'source term number 0').waitFor();
  });
  expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(count + 1));
  // What is not in sight is not drawn.
  expect(await grid(page).getByRole('row').count()).toBeLessThan(100);

  await watch('scrolled', async () => {
    await grid(page).hover();
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 4_000);
    await cell(page, 'source term number 0').waitFor({ state: 'detached' });
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await cell(page, `source term number ${count - 1}`).waitFor();
    await page.keyboard.press('Control+Home');
    await cell(page, 'source term number 0').waitFor();
  });

  await watch('filtered', async () => {
    await page.getByLabel('Filter').pressSequentially('NÚMERO 4999');
    await page.getByText('11 found').waitFor();
    await page.getByLabel('Filter').fill('');
    await cell(page, 'source term number 0').waitFor();
  });

  await watch('edited', async () => {
    await retype(page, 'término de destino número 0', 'puerto');
    await press(page, 'Undo');
    await addRow(page);
    await page.keyboard.type('harbour');
    await page.keyboard.press('Tab');
    await page.keyboard.type('puerto');
    await page.keyboard.press('Enter');
    await cell(page, 'harbour').waitFor();
  });

  await watch('saved', () => save(page));
  const saved = await entriesOf(user, glossary);
  expect([saved.length, saved.at(-1)]).toEqual([count + 1, 'harbour=puerto']);

  const pasted = Array.from({ length: 20_000 }, (_, i) => `pasted ${i}\tpegado ${i}`).join('\n');
  await watch('20,000 rows pasted', async () => {
    await cell(page, 'harbour').click();
    await paste(page, pasted);
    await page.getByText('70,000 terms').waitFor();
    await press(page, 'Undo');
    await page.getByText('50,001 terms').waitFor();
  });

  expect(complaints).toEqual([]);
  for (const [what, stallMs] of Object.entries(stalls)) expect(stallMs, what).toBeLessThanOrEqual(limitMs);
});

test('50,000 entries that somebody else saved meanwhile are merged without a stall', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  await openGlossary(page, glossary);
  await retype(page, 'término de destino número 1', 'mine');
  const theirs = Array.from({ length: count }, (_, i) => (i === 2 ? 'two\tdos\n' : line(i))).join('');
  const headers = { 'content-type': 'text/tab-separated-values', 'if-match': '*' };
  expect((await user.send('PUT', glossary.path, theirs, headers)).status).toBe(200);
  const stallMs = await longestTaskMs(page, '50,000 entries, merged', async () => {
    await press(page, 'Save');
    await page.getByTestId('diff-sum').waitFor();
    await press(page, 'Merge into mine');
    await page.getByText('Merged.').waitFor();
    await save(page);
  });
  const saved = await entriesOf(user, glossary);
  expect(saved).toContain('two=dos');
  expect(saved).toContain('source term number 1=mine');
  expect(stallMs).toBeLessThanOrEqual(limitMs);
});
