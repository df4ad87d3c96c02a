/** What people ask of the wording: the page of style rules, and the playground with a language model. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { useWordingModel } from '../support/wording-model.ts';
import { choiceOf, choose } from './support/choose.ts';
import { hostileNames, phone, signInOn, tabTo, useBrowser } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const wording = useWordingModel(
  (url) => `engines:
  llm: { type: openai, url: "${url}", model: test-model, languages: [en, fr, de] }
  stub: { pairs: ["en>es", "fr>de"] }
routes:
  - { from: fr, to: de, engines: [stub, llm] }
`,
);
const service = useServer({ ...wording.env, DRAGOMAN_STUB_ENGINE: 'on' });
const browser = useBrowser();
const owner = 'owner@example.org';
const viewer = 'viewer@example.org';
const [hostileName = ''] = hostileNames;
let db: Database;
let team: string;
let colleague: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, viewer, 'viewer');
  colleague = await signIn(service.server.consoleUrl, owner);
});
afterAll(() => db.end());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const inDialog = (page: Page) => page.getByRole('dialog');

async function open(email: string, name: string, options?: typeof phone) {
  const visit = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInOn(visit.page, email);
  if (options !== undefined) await press(visit.page, 'Menu');
  await visit.page.getByRole('link', { name, exact: true }).click();
  return visit;
}

/** What the model was asked last. */
function lastAsked(): { instruction: string; instructions: unknown } {
  const { messages = [] } = (wording.model.asked.at(-1) ?? {}) as { messages?: { content: string }[] };
  return {
    instruction: messages[0]?.content ?? '',
    instructions: JSON.parse(messages[1]?.content ?? '{}').instructions,
  };
}

test('a list of style rules from its creation to its deletion, with a change that is refused in between', async () => {
  const { page, complaints } = await open(owner, 'Style rules');
  await page.getByText('Style rules appear here.').waitFor();
  await press(page, 'Create a style rule list');
  await field(page, 'Name').fill(hostileName);
  await choose(page, 'For translations into', 'German');
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Create');
  await page.getByRole('heading', { name: hostileName }).waitFor();
  const id = (await page.getByTestId('style-id').textContent()) ?? '';

  await press(page, 'Add an instruction');
  await field(page, 'Label').fill('Length');
  await field(page, 'Instruction').fill('Be brief.');
  await choose(page, 'Applies to texts in', 'English');
  expect(await axeFindings(page)).toEqual([]);
  // Somebody else changes the list meanwhile: what was typed stays, and is sent again.
  const one = `/teams/${team}/style-rules/${id}`;
  const rules = { punctuation: { apostrophe: 'use_curly_apostrophes' } };
  await colleague.send('PUT', `${one}/configured_rules`, rules, { 'if-match': '"1"' });
  await press(page, 'Add');
  await inDialog(page).getByText('The version has changed').waitFor();
  expect(await field(page, 'Instruction').inputValue()).toBe('Be brief.');
  await page.getByRole('cell', { name: 'use curly apostrophes' }).waitFor({ state: 'attached' });
  await press(page, 'Add');
  await page.getByRole('row', { name: 'Length Be brief. English' }).waitFor();
  await inDialog(page).waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);

  await press(page, 'Change Length');
  await field(page, 'Instruction').fill('Be kind.');
  await choose(page, 'Applies to texts in', 'Every language');
  await press(page, 'Save');
  await page.getByRole('row', { name: 'Length Be kind. Every language' }).waitFor();
  await press(page, 'Rename');
  await field(page, 'Name').fill('Web shop');
  await inDialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Web shop' }).waitFor();

  await press(page, 'Delete Length');
  await inDialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Instructions appear here.').waitFor();
  await page.getByRole('link', { name: 'All style rules' }).click();
  await page.getByRole('row', { name: /^Web shop German 0 1/ }).waitFor();
  await press(page, 'Delete Web shop');
  await inDialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Style rules appear here.').waitFor();
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

async function seedList(name: string, language: string): Promise<string> {
  const custom_instructions = [{ label: 'Length', prompt: 'Be brief.', source_language: 'en' }];
  const body = { name, language, custom_instructions };
  const made = await colleague.send<{ style_id: string }>('POST', `/teams/${team}/style-rules`, body);
  expect(made.status).toBe(201);
  return made.body.style_id;
}

longTest(
  'on a phone a viewer reads the lists and changes none; one that no engine follows says so',
  async () => {
    await seedList('For the shop', 'de');
    await seedList('For nobody', 'es');
    const { page, complaints } = await open(viewer, 'Style rules', phone);
    await page.getByRole('link', { name: 'For nobody' }).click();
    await page.getByText('No engine of Harbour follows style rules for translations into Spanish').waitFor();
    await page.getByText('Be brief.').waitFor();
    expect(await phoneFindings(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /Add|Change|Rename|Delete/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'All style rules' }).click();
    await page.getByRole('link', { name: 'For the shop' }).waitFor();
    expect(await phoneFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'For the shop' }).click();
    await page.getByText('Be brief.').waitFor();
    expect(await page.getByRole('note').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

const result = (page: Page) => page.getByTestId('translation');

/** What the sample for the client library prints. */
async function runLibrarySample(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'deepl-node' }).click();
  const code = (await page.getByTestId('sample').textContent()) ?? '';
  const scopes = ['translate'] as const;
  const key = await createKey(db, { teamId: team, name: 'Sample', mode: 'live', scopes }, testActor);
  const env = { ...process.env, DRAGOMAN_URL: service.server.url, DRAGOMAN_KEY: key?.plain };
  const args = ['--input-type=module', '--eval', code];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

test('style rules, instructions and alternatives are part of the call, and what they cost is shown', async () => {
  await seedList('House style', 'de');
  const { page, complaints } = await open(owner, 'Playground');
  await choose(page, 'To', 'German');
  await choose(page, 'From', 'English');
  await field(page, 'Text').fill('The house is big.');
  await choose(page, 'Style rules', 'House style');
  await field(page, 'Instructions').fill(Array(11).fill('Be kind.').join('\n'));
  await page.getByText('At most 10 instructions are allowed. There are 11.').waitFor();
  await field(page, 'Instructions').fill('Be kind.\n\nBe polite.');
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Translate');
  await result(page).getByText('THE HOUSE IS BIG.').waitFor();
  await page.locator('dl.figures').getByText('17 characters').waitFor();
  expect(lastAsked().instructions).toEqual(['Be kind.', 'Be polite.', 'Be brief.']);
  expect(await runLibrarySample(page)).toBe('THE HOUSE IS BIG.\n');

  await choose(page, 'Alternatives', '2');
  await page.getByText('17 characters, up to 51 characters with the alternatives').waitFor();
  await tabTo(page, 'Translate');
  await page.keyboard.press('Enter');
  const alternatives = page.getByRole('region', { name: 'Alternatives' });
  await alternatives.getByText('Charged for each: 17 characters').waitFor();
  expect(await alternatives.getByRole('listitem').allTextContents()).toEqual([
    'THE HOUSE IS BIG. 1.',
    'THE HOUSE IS BIG. 2.',
  ]);
  await page.locator('dl.figures').getByText('51 characters').waitFor();
  expect(await page.getByTestId('sample').textContent()).toContain('"alternatives": 2');
  expect(await axeFindings(page)).toEqual([]);

  // The engine of another pair offers nothing of this, so it is not asked for it.
  await choose(page, 'From', 'French');
  await page.getByText('choose an engine that follows them: llm.').waitFor();
  await choose(page, 'Engine', 'llm');
  await field(page, 'Instructions').waitFor();
  await choose(page, 'Engine', 'stub');
  await field(page, 'Instructions').waitFor({ state: 'detached' });
  for (const label of ['Style rules', 'Alternatives', 'Mode'])
    expect(await choiceOf(page, label).count(), label).toBe(0);
  expect(await page.getByTestId('sample').textContent()).not.toMatch(/style_id|custom_instr|alternatives/);
  expect(complaints).toEqual([]);
});

longTest('a text is rephrased in a style, and corrected without one', async () => {
  const { page, complaints } = await open(owner, 'Playground', phone);
  await field(page, 'Text').fill('This house are big.');
  await choose(page, 'Mode', 'Rephrase');
  await choose(page, 'Language', 'English');
  await choose(page, 'Style', 'Business');
  expect(await phoneFindings(page)).toEqual([]);
  await press(page, 'Rephrase');
  await result(page).getByText('This house is big.').waitFor();
  expect(lastAsked().instruction).toContain('business');
  await page.locator('dl.figures').getByText('English').waitFor();
  expect(await page.getByTestId('sample').textContent()).toContain('/v1/rephrase');
  expect(await runLibrarySample(page)).toBe('This house is big.\n');
  await choose(page, 'Mode', 'Correct');
  expect(await result(page).textContent()).toBe('The corrected text appears here.');
  expect(await field(page, 'Style').count()).toBe(0);
  await press(page, 'Correct');
  await result(page).getByText('This house is big.').waitFor();
  expect(lastAsked().instruction).not.toContain('business');
  expect(await phoneFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
