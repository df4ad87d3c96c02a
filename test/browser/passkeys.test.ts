/** Passkeys in Chromium, with its virtual authenticator: add, sign in, confirm, lose it, remove it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { follow, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const service = useServer({ DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on' });
const browser = useBrowser();
const [owner, operator, other] = ['owner@example.org', 'operator@example.org', 'other@example.org'];
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, operator, 'operator');
  await seedUser(db, team, other);
});
afterAll(() => db.end());

/** Browsers have passkeys on this name, and not at 127.0.0.1. */
const localUrl = () => `http://localhost:${new URL(service.server.consoleUrl).port}`;

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** The dialog up to the recovery codes, or to its end. */
async function addPasskey(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Name').fill(name);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the passkey' }).click();
}

test('a person adds a passkey, signs in with it, confirms a change, loses it, and removes it', async () => {
  const { page, complaints } = await browser.visit(localUrl());
  const lost = await addAuthenticator(page);
  await page.goto('/account');
  await enterPassword(page, owner);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await addPasskey(page, 'Laptop');
  const dialog = page.getByRole('dialog');
  const recovery = ((await dialog.getByTestId('recovery-codes').textContent()) ?? '').split('\n');
  expect(recovery).toHaveLength(10);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  const row = page.getByRole('row', { name: /Laptop/ });
  await row.getByText('Never').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('row', { name: /Work laptop/ }).waitFor();

  await signOut(page);
  await enterPassword(page, owner);
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await withPasskey.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await withPasskey.click();
  await page.getByRole('navigation').first().waitFor();

  await db.query(
    "UPDATE sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'",
  );
  await follow(page, '/people');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail address').fill('new@example.org');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByText('The browser asks for your passkey next.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByTestId('secret').waitFor();

  // A browser without the authenticator: the passkey is not found, and a recovery code does.
  await lost.remove();
  await addAuthenticator(page);
  await follow(page, '/account');
  await signOut(page);
  await enterPassword(page, owner);
  await withPasskey.click();
  await page.getByText('The passkey was not used').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  await follow(page, '/account');
  await page.getByText('9 recovery codes are left.').waitFor();

  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialog.getByText('It is your last one').waitFor();
  await dialog.getByLabel('Current password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recovery[1] ?? '');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

longTest('an operator who must have a factor adds a passkey', async () => {
  const { page } = await browser.visit(localUrl());
  await addAuthenticator(page);
  await page.goto('/keys');
  await enterPassword(page, operator);
  await page.getByText('Operators need a second factor here').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await addPasskey(page, 'Security key');
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('recovery-codes').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
});

longTest('under another address the page says where passkeys work', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await page.goto('/account');
  await enterPassword(page, other);
  await page.getByText(`Passkeys work only at ${localUrl()}`).waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add an app' }).waitFor();
});
