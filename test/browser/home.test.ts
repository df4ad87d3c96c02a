/** The first minutes on the dashboard: from signing in to a first call, and what each role sees. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { throughInArabic } from './support/arabic-journey.ts';
import { choose } from './support/choose.ts';
import {
  follow,
  phone,
  signInFor,
  signInHere,
  signInOn,
  useBrowser,
  warmEngine,
} from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';
import { throughByKeyboard } from './support/keyboard-journey.ts';

const run = promisify(execFile);
const service = useServer(documentsEnv().env);
const browser = useBrowser();
const [owner, viewer] = ['owner@example.org', 'viewer@example.org'];
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
});
afterAll(() => db.end());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (page: Page, name: string) => page.getByTestId(`step-${name}`);
const pagesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();

test('from signing in to a first call with a copied command; the checklist ticks by itself', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInFor(page, '/', owner);
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await page.getByText('0 of 4 done').waitFor();
  expect(await page.getByTestId('api-address').textContent()).toBe(service.server.url);
  await page.evaluate('window.__isSamePage = true');

  await press(page, 'Create a key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await press(page, 'Create');
  await page.getByText('Waiting for the first call').waitFor();
  await step(page, 'key').getByText('(done)').waitFor({ state: 'attached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  const { stdout } = await run('sh', ['-c', command]);
  expect(JSON.parse(stdout).translations[0].text).toBe('La casa es grande.');
  await page.getByText('The first call has arrived.').waitFor();
  await press(page, 'I have stored it');
  await page.getByText('2 of 4 done').waitFor();
  expect(await page.evaluate('window.__isSamePage')).toBe(true);
  expect(complaints).toEqual([]);
});

longTest('a complete checklist can be hidden, and stays hidden in this browser', async () => {
  await seedUser(db, team, viewer, 'viewer');
  await db.query(
    "INSERT INTO refused_calls VALUES ($1, date_trunc('minute', now()), 'rate_limited', 21400)",
    [team],
  );
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/', owner);
  await page.getByText('3 of 4 done').waitFor();
  await step(page, 'glossary').getByRole('link').click();
  await press(page, 'Create a glossary');
  await page.getByRole('textbox', { name: 'Name' }).fill('Terms');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Create/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('Everything is set up').waitFor();
  await page.getByText('Too many calls at once').waitFor();
  // A number in two lines is read as two numbers.
  const count = await page.getByText('21,400', { exact: true }).boundingBox();
  expect(count?.height).toBeLessThan(30);
  const isScrolled = `((sample) => sample.scrollWidth > sample.clientWidth)(document.querySelector('.card .code'))`;
  expect(await page.evaluate(isScrolled)).toBe(false);
  await page.getByRole('region', { name: 'Engines' }).getByText('Healthy').first().waitFor();
  await page.getByText('Ask the operator of this service to add the models.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Hide this list');
  await page.getByText('Everything is set up').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'Your API' }).waitFor();
  expect(await page.getByText('Everything is set up').count()).toBe(0);
  expect(complaints).toEqual([]);
});

longTest('a viewer sees how far the team is, and no button that is not for viewers', async () => {
  const other = await seedTeam(db, 'Quay');
  await seedUser(db, other, 'reader@example.org', 'viewer');
  const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', phone);
  await signInFor(page, '/', 'reader@example.org');
  await page.getByText('0 of 4 done').waitFor();
  expect(await page.locator('.checklist').getByRole('button').or(page.locator('.checklist a')).count()).toBe(
    0,
  );
  expect(await phoneFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an invited translator sees what is for translators, and elsewhere who may use the page', async () => {
  const { page: inviting } = await browser.visit(service.server.consoleUrl);
  await signInOn(inviting, owner);
  await inviting.getByRole('link', { name: 'People' }).click();
  await press(inviting, 'Invite a person');
  await inviting.getByLabel('E-mail address').fill('translator@example.org');
  await inviting.getByLabel(/^Translator: /).check();
  await press(inviting, 'Create the link');
  const link = (await inviting.locator('code.secret').textContent()) ?? '';
  await press(inviting, 'Copy the link');
  await press(inviting, 'Done');
  await inviting.getByRole('row', { name: /^translator@example.org translator/ }).waitFor();

  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.goto(link);
  await page.getByLabel('Password').fill(testPassword);
  await press(page, 'Join');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInHere(page, 'translator@example.org');
  await page.waitForURL('**/translate');
  const offered = await pagesOf(page);
  expect(offered).toEqual(expect.arrayContaining(['Documents', 'Account']));
  expect(['Translate', 'Documents', 'Account']).toEqual(expect.arrayContaining(offered));
  for (const path of ['home', 'keys', 'usage', 'glossaries', 'style-rules', 'people', 'limits']) {
    await follow(page, `/${path}`);
    await page.getByText('This page is for viewers, members and owners of Harbour.').waitFor();
  }
  await follow(page, '/playground');
  await page.getByText('only members and owners of Harbour can use it').waitFor();
  await follow(page, '/audit');
  await page.getByText('only owners of Harbour can read it').waitFor();
  expect(complaints).toEqual([]);
});

longTest('the current target can be chosen as the source: the two change places', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/playground', owner);
  await page.locator('input[role=combobox][value=Spanish]').waitFor({ state: 'attached' });
  await choose(page, 'From', 'English');
  await page.getByRole('heading', { name: 'Playground' }).click();
  await choose(page, 'From', 'Spanish');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'To', exact: true }).inputValue())
    .toBe('English');
});

// Only in the long form: on a machine with a load far above its cores it failed at different steps, for a reason not found.
longTest('everything by keyboard alone: keys, texts, glossaries, people, usage and documents', async () => {
  const jetty = await seedTeam(db, 'Jetty');
  await seedUser(db, jetty, 'keyboard@example.org');
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await throughByKeyboard(page, 'keyboard@example.org');
  expect(complaints).toEqual([]);
});

test('everything in Arabic: from right to left, nothing in English, nothing wider than the screen', async () => {
  const pier = await seedTeam(db, 'Pier');
  await seedUser(db, pier, 'arabic@example.org');
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await throughInArabic(page, 'arabic@example.org', 'Pier');
  expect(complaints).toEqual([]);
});
