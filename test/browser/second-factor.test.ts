/** The second factor in a browser: an operator has to turn it on, signs in with it, and confirms a change with it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { codeOf } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';
import { follow, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const service = useServer({
  DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on',
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
});
const browser = useBrowser();
const [operator, owner] = ['operator@example.org', 'owner@example.org'];
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, operator, 'operator');
  await seedUser(db, team, owner);
});
afterAll(() => db.end());

test('an operator turns it on, signs in with a code, and confirms a change', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  const enterPassword = async () => {
    await page.getByLabel('E-mail address').fill(operator);
    await page.getByLabel('Password').fill(testPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto('/keys');
  await enterPassword();
  await page.getByText('Operators need a second factor here').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add an app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const secret = ((await dialog.getByTestId('factor-secret').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  const recovery = ((await dialog.getByTestId('recovery-codes').textContent()) ?? '').split('\n');
  expect(recovery).toHaveLength(10);
  // Closing asks first, because the codes are not shown again.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await enterPassword();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Code').fill('123 456');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The code is wrong.').waitFor();
  await page.getByLabel('Code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();

  await db.query(
    "UPDATE sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'",
  );
  await follow(page, '/people');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail address').fill('new@example.org');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Code').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByLabel('Code').fill(recovery[1] ?? '');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByTestId('secret').waitFor();
  expect(await page.getByTestId('secret').textContent()).toContain('/join#');
  expect(complaints).toEqual([]);
});

longTest('somebody without a factor confirms with the password, and may decline', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await page.goto('/keys');
  await page.getByLabel('E-mail address').fill(owner);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  await db.query(
    "UPDATE sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'",
  );
  await follow(page, '/people');
  const reset = page.getByRole('button', { name: `Reset password of ${owner}` });
  await reset.click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Confirm that it is you, then try again.').waitFor();
  await reset.click();
  await question.getByLabel('Current password').fill(testPassword);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByTestId('secret').waitFor();
});
