/** The Translate page: what a person at work does with texts and files, and what it costs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { wordSample } from '../support/documents/word-sample.ts';
import { isLong, longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { useWordingModel } from '../support/wording-model.ts';
import { choiceOf, choose } from './support/choose.ts';
import { phone, signInOn, useBrowser, warmEngine } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const wording = useWordingModel(
  (url) => `engines:
  apertium: {}
  llm: { type: openai, url: "${url}", model: test-model, languages: [en, de] }
`,
);
const folder = await mkdtemp(join(tmpdir(), 'dragoman-translate-'));
// Hooks end in the opposite order: when the server is gone.
afterAll(() => rm(folder, { recursive: true }));
const service = useServer({
  ...wording.env,
  DRAGOMAN_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  DRAGOMAN_DOCUMENTS: pathToFileURL(folder).href,
});
const browser = useBrowser();
const [owner, translator, viewer] = ['owner@example.org', 'translator@example.org', 'viewer@example.org'];
let db: Database;
let team: string;
let api: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, translator, 'translator');
  await seedUser(db, team, viewer, 'viewer');
  api = await signIn(service.server.consoleUrl, owner);
  const entries = [{ source: 'garden', target: 'parque' }];
  const dictionaries = [{ source_lang: 'EN', target_lang: 'ES', entries }];
  const made = await api.send('POST', `/teams/${team}/glossaries`, { name: 'Product terms', dictionaries });
  expect(made.status).toBe(201);
});
afterAll(() => db.end());

async function open(email = owner, options = {}) {
  const visited = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInOn(visited.page, email);
  await visited.page.goto('/translate');
  await expect.poll(() => choiceOf(visited.page, 'To').inputValue()).not.toBe('');
  return visited;
}

const source = (page: Page) => page.getByLabel('Text to translate');
const translation = (page: Page) => page.getByTestId('translation');
const shown = (page: Page) => expect.poll(() => translation(page).textContent());
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** What the team was charged so far, by the console's own figures. */
async function charged(): Promise<number> {
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 3_600_000)];
  const query = `from=${from.toISOString()}&to=${to.toISOString()}&by=day&group=dialect`;
  const { body } = await api.get<{ total: { characters: number } }>(`/teams/${team}/usage?${query}`);
  return body.total.characters;
}

test('a text is translated while it is typed, and a change costs its own sentence', async () => {
  const { page, complaints } = await open();
  await choose(page, 'To', 'Spanish');
  const before = await charged();
  // On a busy machine keys come so slowly that a part of a sentence may be translated, and charged, meanwhile.
  const text = 'The house is big. The car is red. ';
  await source(page).focus();
  await (isLong ? page.keyboard.type(text, { delay: 5 }) : page.keyboard.insertText(text));
  await shown(page).toBe('La casa es grande. El coche es rojo. ');
  await expect.poll(() => choiceOf(page, 'From').inputValue()).toBe('English (detected)');
  expect((await charged()) - before).toBe(32);
  // The two panes are beside each other, and equally high.
  const [left, right] = [await source(page).boundingBox(), await translation(page).boundingBox()];
  expect([right?.y, right?.height]).toEqual([left?.y, left?.height]);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0) - 1);
  await page.getByText('34 / 131,072 characters').waitFor();
  await page.getByText('The translation was updated: 37 characters.').waitFor({ state: 'attached' });

  // "big" becomes "small".
  await page.evaluate("document.querySelector('textarea').setSelectionRange(13, 16)");
  // At once: of a word that is typed slowly, a part may be translated.
  await page.keyboard.insertText('small');
  await shown(page).toBe('La casa es pequeña. El coche es rojo. ');
  expect((await charged()) - before).toBe(32 + 19);

  // An unfinished sentence, at once.
  await page.keyboard.press('Control+End');
  await page.keyboard.type('My dog');
  await page.keyboard.press('Control+Enter');
  await shown(page).toContain('Mi perro');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'Copy the translation');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toBe(await translation(page).textContent());

  // It is there again after a look at another page, and is not paid for again.
  const paid = await charged();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Translate', exact: true }).click();
  await shown(page).toBe(copied);
  expect(await source(page).inputValue()).toBe('The house is small. The car is red. My dog');
  expect(await charged()).toBe(paid);
  expect(page.url()).toBe(`${service.server.consoleUrl}/translate`);
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    'house',
  );

  await press(page, 'Swap languages');
  expect(await source(page).inputValue()).toBe(copied);
  expect(await choiceOf(page, 'From').inputValue()).toBe('Spanish');
  expect(await choiceOf(page, 'To').inputValue()).toBe('English');
  await shown(page).toContain('The car is red.');
  await press(page, 'Clear the text');
  await shown(page).toBe('');
  await page.keyboard.press('Control+k');
  expect(await page.evaluate("document.activeElement.closest('.language-target') !== null")).toBe(true);
  await page.getByRole('option', { name: 'Spanish' }).first().waitFor();
  expect(complaints).toEqual([]);
});

longTest('terms of a glossary are marked and listed, and what an engine cannot do is said', async () => {
  const { page, complaints } = await open();
  await choose(page, 'To', 'Spanish');
  await source(page).fill('The garden is big.');
  await shown(page).toMatch(/jardín/);
  await choose(page, 'Glossary', 'Product terms');
  await translation(page).locator('mark').getByText('parque').waitFor();
  expect(await page.getByTestId('terms').textContent()).toContain('garden → parque');
  await choose(page, 'Formality', 'More formal');
  await page.getByText('The engine cannot choose the formality').waitFor();
  await translation(page).click();
  await page.getByText('offers no other wordings').waitFor();
  // A lost answer keeps the translation, and another try replaces it. The call was charged, and is not charged again.
  const paid = await charged();
  await page.route('**/translate', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await source(page).fill('The garden is small.');
  await page.getByText('The server cannot be reached').waitFor();
  expect(await translation(page).textContent()).toMatch(/grande/);
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/translate');
  expect((await charged()) - paid).toBe(20);
  await press(page, 'Try again');
  await shown(page).toMatch(/pequeñ/);
  expect((await charged()) - paid).toBe(20);
  expect(complaints).toEqual([]);
});

test('a call that was charged and not answered is not charged again, through a new session and edits', async () => {
  const { page, complaints } = await open(translator);
  await choose(page, 'To', 'Spanish');
  const before = await charged();
  let isLost = false;
  await page.route('**/translate', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await source(page).fill('The house is big. The garden is small. ');
  await page.getByText('The server cannot be reached').waitFor();
  expect((await charged()) - before).toBe(37);
  // The repeat is refused: the session has ended. The text is there again for the same person.
  await db.query(
    'UPDATE sessions SET ended_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [translator],
  );
  await press(page, 'Try again');
  await page.getByLabel('E-mail address').fill(translator);
  await page.getByLabel('Password').fill(testPassword);
  await press(page, 'Sign in');
  await page.getByLabel('Text to translate').waitFor();
  expect(await source(page).inputValue()).toBe('The house is big. The garden is small. ');
  await source(page).fill('The house is big. The garden was small. ');
  await shown(page).toMatch(/^La casa es grande\. El jardín (?!es )/);
  expect((await charged()) - before).toBe(37 + 21);
  await source(page).fill('The house is big. The garden is small. ');
  await shown(page).toBe('La casa es grande. El jardín es pequeño. ');
  expect((await charged()) - before).toBe(37 + 21);
  expect(complaints).toEqual([]);
});

longTest('a sentence has other wordings where the engine can write them, by keyboard alone', async () => {
  const { page, complaints } = await open();
  await choose(page, 'To', 'German');
  await source(page).fill('One is here. Two is here.');
  await page.keyboard.press('Control+Enter');
  const sentences = translation(page).getByRole('button');
  await expect.poll(() => sentences.count()).toBe(2);
  const [first = ''] = await sentences.allTextContents();
  const before = await charged();
  await sentences.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Other wordings' });
  await dialog.getByText(/Charged: \d+ characters/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const other = dialog.getByRole('button').nth(1);
  const words = (await other.textContent()) ?? '';
  expect(words).not.toBe(first);
  await other.click();
  await expect.poll(() => sentences.first().textContent()).toBe(words);
  // The sentence and three wordings of it.
  expect((await charged()) - before).toBe(4 * 'One is here.'.length);
  expect(complaints).toEqual([]);
});

test('a file that is dropped is translated, and downloaded as often as needed', async () => {
  const { page, complaints } = await open(translator);
  await choose(page, 'To', 'Spanish');
  const bytes = JSON.stringify([...wordSample()]);
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(${bytes})], 'letter.docx'));
    return transfer;
  })()`);
  // Also beside the content, where the browser would open the file.
  const area = page.locator('.side');
  await area.dispatchEvent('dragenter', { dataTransfer: files });
  await page.getByText('Drop the files to translate them').waitFor();
  await area.dispatchEvent('drop', { dataTransfer: files });
  const row = page.getByRole('row', { name: 'letter.docx' });
  await row.getByText('ready').waitFor();
  for (const _ of ['first', 'second']) {
    const downloading = page.waitForEvent('download');
    await press(page, 'Download letter.docx');
    expect((await downloading).suggestedFilename()).toBe('letter (ES).docx');
  }
  expect(await page.getByText('in 24 hours').count()).toBeGreaterThan(0);

  // A file of another kind is refused in words, and its row goes when it was read.
  const pictures = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['not a document'], 'berths.png'));
    return transfer;
  })()`);
  await area.dispatchEvent('drop', { dataTransfer: pictures });
  const refused = page.getByRole('row', { name: 'berths.png' });
  await refused.getByRole('alert').getByText('not supported').waitFor();
  expect(await refused.getByRole('button', { name: /^Download/ }).count()).toBe(0);
  await press(page, 'Dismiss berths.png');
  await refused.waitFor({ state: 'detached' });
  await row.waitFor();
  expect(complaints).toEqual([]);
});

longTest(
  'a target that is chosen while a translation runs gets the translation, and the old one is not shown',
  async () => {
    const { page, complaints } = await open();
    await choose(page, 'To', 'Spanish');
    const held: Route[] = [];
    await page.route('**/translate', (route) => {
      const isFirst = route.request().method() === 'POST' && held.length === 0;
      return isFirst ? void held.push(route) : route.continue();
    });
    await source(page).fill('The house is big.');
    await expect.poll(() => held.length).toBe(1);
    await choose(page, 'To', 'German');
    await shown(page).toBe('THE HOUSE IS BIG.');
    // The page has given the first call up, so that there may be nobody to answer.
    await held[0]?.continue().catch(() => undefined);
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForLoadState('networkidle');
    expect(await translation(page).textContent()).toBe('THE HOUSE IS BIG.');
    expect(await choiceOf(page, 'To').inputValue()).toBe('German');
    await choose(page, 'To', 'Spanish');
    await shown(page).toBe('La casa es grande.');
    expect(complaints).toEqual([]);
  },
);

longTest('a history is kept only if the person wants it, and is deleted with it', async () => {
  const { page } = await open(translator);
  await choose(page, 'To', 'Spanish');
  await page.getByLabel('Keep a history in this browser').check();
  await source(page).fill('The car is red.');
  const entry = page.getByRole('listitem').filter({ hasText: 'El coche es rojo.' });
  await entry.waitFor();
  await page.reload();
  expect(await source(page).inputValue()).toBe('');
  await entry.getByRole('button').click();
  await shown(page).toBe('El coche es rojo.');
  await page.getByLabel('Keep a history in this browser').uncheck();
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('car');
});

longTest('a viewer is told whom to ask; on a phone the panes are one below the other', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, viewer);
  await page.goto('/translate');
  await page.getByText('Ask an owner').waitFor();
  const { page: small } = await open(translator, phone);
  await source(small).fill('The house is big.');
  await shown(small).not.toBe('');
  const [above, below] = [await source(small).boundingBox(), await translation(small).boundingBox()];
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  expect(await phoneFindings(small)).toEqual([]);
  const from = choiceOf(small, 'From');
  await expect.poll(() => from.inputValue()).toBe('English (detected)');
  const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.language input'))`;
  expect(await small.evaluate(hidden)).toBe(0);
  // A list is visible from its first frame on, also while React Aria waits for a keyboard on the screen.
  const firstFrame = small.evaluate<[string, string]>(`new Promise((resolve) => {
    const look = () => {
      const list = document.querySelector('.popover');
      if (list === null) return requestAnimationFrame(look);
      const { opacity, clipPath } = getComputedStyle(list);
      resolve([opacity, clipPath]);
    };
    look();
  })`);
  await from.tap();
  expect(await firstFrame).toEqual(['1', 'none']);
  await small.keyboard.press('Escape');
  await small.locator('.popover').waitFor({ state: 'detached' });
  await small.evaluate("document.documentElement.dir = 'rtl'");
  expect(await axeFindings(small)).toEqual([]);
  expect(await small.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  // The limit that the counter names is the server's.
  const { body } = await api.get<{ call: { characters: number; texts: number } }>(`/teams/${team}/limits`);
  expect(body.call).toMatchObject({ characters: 131_072, texts: 1_024 });
});
