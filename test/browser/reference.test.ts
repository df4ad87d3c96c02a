/** The API reference: an operation is found, read and tried, and the answer is the one of the API. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { signInOn, useBrowser, warmEngine } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
let db: Database;
let key: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  const teamId = await seedTeam(db, 'Harbour');
  await seedUser(db, teamId, 'owner@example.org');
  const made = await createKey(db, { teamId, name: 'Shop', mode: 'live', scopes: ['translate'] }, testActor);
  key = made?.plain ?? '';
});
afterAll(() => db.end());

const answer = (page: Page) => page.getByTestId('answer');

test('by keyboard: search, open, try; a translation appears, and a refused call shows its problem', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, 'owner@example.org');
  await page.goto('/reference');
  await page.getByRole('link', { name: 'POST Translate texts', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('post /v1/translate');
  await page.getByRole('status').getByText('1 operation', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Translate texts' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/reference/translate');
  expect(await page.getByTestId('sample').textContent()).toContain(`"${service.server.url}/v1/translate"`);

  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await answer(page).getByText('La casa es grande.').waitFor();
  await answer(page).getByText('x-request-id: ').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const body = page.getByRole('textbox', { name: 'Request body' });
  await body.fill('{ "text": ["a"], "target_lang": "xx" }');
  await page.getByRole('button', { name: 'Send' }).click();
  await answer(page).getByText('"code": "unsupported_language"').waitFor();
  expect(await page.getByTestId('sample').textContent()).toContain('"target_lang":"xx"');
  // The key stays in the tab, for the playground too, and nowhere else.
  const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })');
  expect(kept).not.toContain(key);
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByLabel('Text', { exact: true }).fill('The house is big.');
  expect(await page.getByLabel('API key').inputValue()).toBe(key);
  await page.getByRole('button', { name: 'Send' }).click();
  await answer(page).getByText('"characters": 17').waitFor();
  expect(complaints).toEqual([]);
});

test('without a session: the reference can be read, and offers to sign in', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.goto('/reference/readDictionary');
  await page.getByRole('heading', { name: 'Read the entries of a dictionary' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Try it' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});
