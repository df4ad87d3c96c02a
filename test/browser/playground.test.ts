/** The playground: every option of a call, what its answer says, and the same call as code that runs. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, post } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choiceOf, choose } from './support/choose.ts';
import { signInOn, tabTo, useBrowser, warmEngine } from './support/dashboard.ts';

const service = useServer();
const browser = useBrowser();
const run = promisify(execFile);
const owner = 'owner@example.org';
let db: Database;
let key: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  const scopes = ['translate', 'glossaries'] as const;
  const made = await createKey(db, { teamId: team, name: 'Shop', mode: 'live', scopes }, testActor);
  key = made?.plain ?? '';
  const entries = [{ source: 'house', target: 'palacio' }];
  const dictionaries = [{ source_lang: 'EN', target_lang: 'ES', entries }];
  const glossary = JSON.stringify({ name: 'Product terms', dictionaries });
  expect((await post(`${service.server.url}/v1/glossaries`, bearer(key), glossary)).status).toBe(201);
});
afterAll(() => db.end());

const translate = (page: Page) => page.getByRole('button', { name: 'Translate' }).click();
const translation = (page: Page) => page.getByTestId('translation');

test('glossary, markup and formality are part of the call, and the answer says what became of them', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  await page.getByRole('link', { name: 'Playground' }).click();
  await choose(page, 'To', 'Spanish');
  await page.getByLabel('Text', { exact: true }).fill('The house is <b>big</b>.');
  await choose(page, 'Glossary', 'Product terms');
  await choose(page, 'Markup', 'HTML');
  await choose(page, 'Formality', 'More formal');
  await translate(page);
  await translation(page).getByText('palacio').waitFor();
  expect(await translation(page).textContent()).toMatch(/<b>.+<\/b>/);
  // The engine has no formality of its own to offer, and the page passes that on.
  await page.getByRole('note').getByText('formality').first().waitFor();
  const facts = await page.locator('dl.figures').textContent();
  expect(facts).toMatch(/FromEnglish.*Engineapertium.*Charged\d+ characters.*Time[\d,]+ ms/);
  // Another language has no such glossary.
  await choose(page, 'To', 'Catalan');
  expect(await choiceOf(page, 'Glossary').isDisabled()).toBe(true);
  // Text and choices are there again after a look at another page.
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Playground' }).click();
  await expect
    .poll(() => page.getByLabel('Text', { exact: true }).inputValue())
    .toBe('The house is <b>big</b>.');
  expect(await choiceOf(page, 'To').inputValue()).toBe('Catalan');
  expect(await choiceOf(page, 'Markup').textContent()).toContain('HTML');
  expect(complaints).toEqual([]);
});

longTest('the same call as curl, JavaScript, Python and deepl-node gives the same translation', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  await page.getByRole('link', { name: 'Playground' }).click();
  await choose(page, 'To', 'Spanish');
  await choose(page, 'Glossary', 'Product terms');
  await choose(page, 'Markup', 'HTML');
  await page.getByLabel('Text', { exact: true }).fill(`It's a "house"; <b>the garden</b> costs $HOME.`);
  await translate(page);
  await translation(page).getByText('palacio').waitFor();
  const expected = (await translation(page).textContent()) ?? '';

  await tabTo(page, 'curl');
  const sample = async (name: string) => {
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
    expect(await page.getByRole('tab', { name, selected: true }).count()).toBe(1);
    return (await page.getByTestId('sample').textContent()) ?? '';
  };
  const env = { ...process.env, DRAGOMAN_URL: service.server.url, DRAGOMAN_KEY: key };
  const outputOf = async (command: string, args: string[]) => (await run(command, args, { env })).stdout;
  const node = (code: string) => outputOf(process.execPath, ['--input-type=module', '--eval', code]);

  const answer = JSON.parse(await outputOf('sh', ['-c', await sample('curl')]));
  expect(answer.translations[0].text).toBe(expected);
  await page.keyboard.press('ArrowRight');
  expect(await node(await sample('JavaScript'))).toBe(`${expected}\n`);
  await page.keyboard.press('ArrowRight');
  const python = await sample('Python');
  if (spawnSync('python3', ['--version']).status === 0) {
    expect(await outputOf('python3', ['-c', python])).toBe(`${expected}\n`);
  }
  await page.keyboard.press('End');
  expect(await node(await sample('deepl-node'))).toBe(`${expected}\n`);
  await page.keyboard.press('ArrowRight');
  await sample('curl');
});
