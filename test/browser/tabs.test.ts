/** One session for all tabs of a browser: a link in a new tab, renewals, signing out, somebody else, a shared computer. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const [owner, second] = ['owner@example.org', 'second@example.org'];
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeam(db, 'Harbour');
  for (const email of [owner, second]) await seedUser(db, team, email);
});
afterAll(() => db.end());

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
const newTab = (page: Page) => page.context().newPage();
/** Follows a link as with Ctrl+click. */
async function openInNewTab(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name, exact: true }).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  tab.setDefaultTimeout(120_000);
  return tab;
}
async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Your account: ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
const sessions = async (email: string) =>
  (
    await db.query(
      'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.ended_at IS NULL',
      [email],
    )
  ).rowCount;

test('a link in a new tab is signed in; both survive reloads and renewals, and signing out in one ends the other', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  const tab = await openInNewTab(page, 'Usage');
  await heading(tab, 'Usage');
  await Promise.all([page.reload(), tab.reload()]);
  await Promise.all([heading(page, 'Keys'), heading(tab, 'Usage')]);

  // The token has ended. Both tabs renew it at once, and no tab has to sign in.
  const renewals = "SELECT encode(refresh_hash, 'hex') AS hash FROM sessions WHERE ended_at IS NULL";
  const before = (await db.query(renewals)).rows;
  await db.query("UPDATE sessions SET token_expires_at = now() - interval '1 second'");
  await Promise.all([page.reload(), tab.reload()]);
  await Promise.all([heading(page, 'Keys'), heading(tab, 'Usage')]);
  await tab.getByRole('link', { name: 'People', exact: true }).click();
  await tab
    .getByRole('row', { name: new RegExp(`^${owner}`) })
    .first()
    .waitFor();
  expect((await db.query(renewals)).rows).not.toEqual(before);
  expect(await sessions(owner)).toBe(1);

  await signOut(page, owner);
  await heading(page, 'Sign in');
  await heading(tab, 'Sign in');
  expect(await page.evaluate("[localStorage.getItem('dragoman-session'), document.cookie]")).toEqual([
    null,
    '',
  ]);
  await tab.reload();
  await heading(tab, 'Sign in');

  // Signing in in one tab brings the other one back to its page.
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(tab, 'People');
  expect(complaints).toEqual([]);
});

longTest('somebody else who signs in in another tab gets a clean page in the first', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  const tab = await newTab(page);
  await signInOnPage(tab, second);
  await page.getByRole('button', { name: `Your account: ${second}` }).waitFor();
  await heading(page, 'Home');
});

longTest('on a shared computer, the session is in its tab alone', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.goto('/keys');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel(/^Shared computer/).check();
  await signInOnPage(page, owner, false);
  await heading(page, 'Keys');
  expect(await page.evaluate("localStorage.getItem('dragoman-session')")).toBeNull();
  const tab = await openInNewTab(page, 'Usage');
  await heading(tab, 'Sign in');
  await page.reload();
  await heading(page, 'Keys');
  expect(complaints).toEqual([]);
});

async function signInOnPage(page: Page, email: string, goesThere = true): Promise<void> {
  if (goesThere) await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
