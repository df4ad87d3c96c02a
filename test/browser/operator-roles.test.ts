/** Roles of operators in a browser: a full operator makes a billing operator, who finds just what the role allows. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { follow, signInFor, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';
import { operator, seedOperator } from './support/operator.ts';

const service = useServer();
const browser = useBrowser();
const clerk = 'clerk@example.org';
let db: Database;
let harbour: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await seedOperator(db);
  harbour = await seedTeam(db, 'Harbour');
  await seedUser(db, await seedTeam(db, 'Office'), clerk, 'translator');
});
afterAll(() => db.end());

const visit = () => browser.visit(service.server.consoleUrl);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const linksOf = (page: Page, navigation: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link').allTextContents();

async function giveRole(page: Page, role: string): Promise<void> {
  await follow(page, `/operator/users?search=${clerk}`);
  await press(page, `Operator role of ${clerk}`);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}:`) }).check();
  expect(await axeFindings(page)).toEqual([]);
  await save.click();
  await dialog.waitFor({ state: 'detached' });
}

test('a full operator makes a billing operator, who sees the pages and actions of the role, and no others', async () => {
  const full = await visit();
  await signInOn(full.page, operator);
  await giveRole(full.page, 'Billing');
  await full.page.getByText('operator: billing').waitFor();

  const { page, complaints } = await visit();
  await signInFor(page, `/operator/teams/${harbour}`, clerk);
  await page.getByRole('heading', { name: 'Harbour', exact: true }).waitFor();
  await page.getByText('You are an operator for billing').waitFor();
  expect(await linksOf(page, 'Operator')).toEqual(['Teams', 'Total usage']);
  await expect.poll(() => linksOf(page, 'Pages')).toEqual(['Usage', 'API reference', 'Limits', 'Account']);
  for (const name of ['Rename', 'Suspend', 'Save the engines and the cache'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  await page.getByLabel('Requests per second').waitFor();
  expect(await page.getByLabel('Requests per second').isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Monthly quota').fill('4321');
  await press(page, 'Save the limits');
  await page.getByRole('alertdialog').getByText('The limits are saved').waitFor();
  await press(page, 'Change the credit');
  await page.getByLabel('Characters', { exact: true }).fill('50');
  await page.getByLabel('Reason').fill('Invoice 17');
  await press(page, 'Add the credit');
  await page.getByTestId('credit').getByText('50', { exact: true }).waitFor();

  // Pages of other roles explain themselves, and those of the team as well.
  for (const path of ['/operator/users', '/operator/models', `/keys?team=${harbour}`]) {
    await follow(page, path);
    await page.getByText('Your role as an operator does not include this page.').waitFor();
  }
  await follow(page, '/operator/teams');
  await page.getByRole('link', { name: 'Harbour', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Create a team' }).count()).toBe(0);

  // Taken away, it ends on the next page, without signing in again.
  await giveRole(full.page, 'No operator');
  await page.goto('/operator/teams');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Operator' }).count()).toBe(0);
  expect([...full.complaints, ...complaints]).toEqual([]);
});

longTest('the last full operator is told why the role stays', async () => {
  const { page } = await visit();
  await signInOn(page, operator);
  await page.goto(`/operator/users?search=${operator}`);
  await press(page, `Operator role of ${operator}`);
  await page.getByRole('radio', { name: /^Support:/ }).check();
  await press(page, 'Save');
  await page.getByRole('dialog').getByText('This is the last full operator.').waitFor();
});
