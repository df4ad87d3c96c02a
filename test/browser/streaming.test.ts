/** The playground while its text is still being translated: what a person sees, hears and can do. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { type GatedEngine, gateEngine } from '../support/gated-engine.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { charactersOf, numberedText } from '../support/stream-client.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { choose } from './support/choose.ts';
import { phone, signInOn, tabTo, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const database = useTestDatabase();
const browser = useBrowser();
const owner = 'owner@example.org';
const text = numberedText(4);
let folder: string;
let deepl: EngineServer;
let engine: GatedEngine;
let server: RunningServer;
let db: Database;
let team: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-streaming-'));
  deepl = await startDeepl();
  const config = join(folder, 'dragoman.yaml');
  await writeFile(config, `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }\n`);
  server = await openServer({
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    DRAGOMAN_CACHE_MB: '0',
  });
  db = openTestPool(database.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
});
afterAll(async () => {
  await db.end();
  await server.stop();
  await deepl[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const output = (page: Page) => page.getByTestId('translation');

async function openPlayground(options?: BrowserContextOptions) {
  engine = gateEngine(deepl);
  const visit = await browser.visit(server.consoleUrl, 'light', options);
  await signInOn(visit.page, owner);
  if (options === phone) await visit.page.getByRole('button', { name: 'Menu' }).click();
  await visit.page.getByRole('link', { name: 'Playground' }).click();
  await choose(visit.page, 'To', 'German');
  await visit.page.getByLabel('Text', { exact: true }).fill(text);
  return visit;
}

async function charged(): Promise<number> {
  const { rows } = await db.query('SELECT month_used::int AS used FROM team_balances WHERE team_id = $1', [
    team,
  ]);
  return rows[0].used;
}

async function openStreams(): Promise<number> {
  const { rows } = await db.query('SELECT count(*)::int AS open FROM streamed_calls WHERE team_id = $1', [
    team,
  ]);
  return rows[0].open;
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

/** As a whole, without scrolling. */
async function isOnScreen(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

test('text appears as it is translated; screen readers wait for the end', async () => {
  const { page, complaints } = await openPlayground();
  engine.openUpTo(2);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 2').waitFor();
  expect(await output(page).getAttribute('aria-live')).toBe('polite');
  expect(await output(page).getAttribute('aria-busy')).toBe('true');
  expect(await output(page).textContent()).not.toContain('NUMBER 3');
  expect(await page.getByRole('button', { name: 'Translate' }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  engine.openUpTo(4);
  await page.locator('dl.figures').waitFor();
  expect(await output(page).textContent()).toBe(text.toUpperCase());
  expect(await output(page).getAttribute('aria-busy')).toBe('false');
  expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('Stop keeps what arrived, charges only that, and a new translation starts afresh', async () => {
  const { page, complaints } = await openPlayground();
  const before = await charged();
  engine.openUpTo(1);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 1').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('status').getByText('Stopped. Only the part that arrived is charged.').waitFor();
  expect(await output(page).textContent()).toContain('NUMBER 1');
  await expect.poll(charged).toBe(before + charactersOf(1));
  engine.openUpTo(4);
  await page.getByRole('button', { name: 'Translate' }).click();
  await page.locator('dl.figures').waitFor();
  expect(await output(page).textContent()).toBe(text.toUpperCase());
  expect(await page.getByText('Stopped.').count()).toBe(0);
  expect(complaints).toEqual([]);
});

longTest('leaving the page stops the translation', async () => {
  const { page } = await openPlayground();
  const before = await charged();
  engine.openUpTo(1);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 1').waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect.poll(charged).toBe(before + charactersOf(1));
});

test('an engine that fails in the middle is said plainly, with the request, below the text that arrived', async () => {
  const { page, complaints } = await openPlayground();
  engine.openUpTo(2);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 2').waitFor();
  engine.failFrom(3);
  await page.getByRole('alert').getByText('engine').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/Request [\da-f-]{36}/);
  expect(await output(page).textContent()).toContain('NUMBER 2');
  expect(complaints).toEqual([]);
});

longTest('Stop before the first part says that nothing was charged, and nothing is', async () => {
  const { page } = await openPlayground();
  const before = await charged();
  await page.getByRole('button', { name: 'Translate' }).click();
  await expect.poll(() => engine.waiting).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('status').getByText('Stopped. Nothing was charged.').waitFor();
  await expect.poll(() => engine.waiting).toBe(0);
  await expect.poll(openStreams).toBe(0);
  expect(await charged()).toBe(before);
});

longTest(
  'by keyboard: the focus stays on the button that starts and stops; a held key or a double click only starts',
  async () => {
    const { page, complaints } = await openPlayground();
    const start = page.getByRole('button', { name: 'Translate' });
    const stop = page.getByRole('button', { name: 'Stop' });
    engine.openUpTo(1);
    await tabTo(page, 'Translate');
    await page.keyboard.down('Enter');
    await stop.waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await output(page).getByText('NUMBER 1').waitFor();
    expect(await focused(page)).toBe('Stop');
    await page.keyboard.press('Enter');
    await start.waitFor();
    expect(await focused(page)).toBe('Translate');
    await start.dblclick();
    await output(page).getByText('NUMBER 1').waitFor();
    engine.openUpTo(4);
    await page.locator('dl.figures').waitFor();
    await start.waitFor();
    expect(await focused(page)).toBe('Translate');
    expect(complaints).toEqual([]);
  },
);

longTest.each([
  ['a desk', undefined],
  ['a phone', phone],
])('on the screen of %s, Stop and the error stay visible however long the text is', async (_, options) => {
  const { page } = await openPlayground(options);
  await page.getByLabel('Text', { exact: true }).fill(numberedText(21));
  engine.openUpTo(20);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 20').waitFor();
  expect(await isOnScreen(page.getByRole('button', { name: 'Stop' }))).toBe(true);
  if (options === undefined) expect(await isOnScreen(page.getByLabel('Text', { exact: true }))).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  engine.failFrom(21);
  await page.getByRole('alert').getByText('engine').waitFor();
  expect(await isOnScreen(page.getByRole('alert').getByText('engine'))).toBe(true);
  await tabTo(page, (await output(page).textContent()) ?? '');
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate<number>('document.activeElement.scrollTop')).toBeGreaterThan(0);
});

longTest('a session that ends during a translation leads to the sign-in page', async () => {
  const { page } = await openPlayground();
  engine.openUpTo(1);
  await page.getByRole('button', { name: 'Translate' }).click();
  await output(page).getByText('NUMBER 1').waitFor();
  await db.query('UPDATE sessions SET ended_at = now()');
  engine.openUpTo(4);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Your session has ended').waitFor();
  expect(await page.evaluate("localStorage.getItem('dragoman-session')")).toBeNull();
});
