/** Documents on the dashboard: dropped or chosen, followed, downloaded, cancelled, refused. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { type ServerProcess, startServer, useServerProcess } from '../support/server-process.ts';
import { choose } from './support/choose.ts';
import { contentOf, hostileNames, phone, signInOn, useBrowser, warmEngine } from './support/dashboard.ts';
import { axeFindings, phoneFindings } from './support/findings.ts';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-documents-'));
// Hooks end in the opposite order: when the server is gone.
afterAll(() => rm(folder, { recursive: true }));
const service = useServerProcess({
  DRAGOMAN_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  DRAGOMAN_DOCUMENTS: pathToFileURL(folder).href,
});
const browser = useBrowser();
const [member, viewer] = ['member@example.org', 'viewer@example.org'];
const text = 'The house is big.\n';
let db: Database;
let team: string;
/** One on which documents wait, because nobody translates them. */
let idle: ServerProcess;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour', 1_000);
  await seedUser(db, team, member, 'member');
  await seedUser(db, team, viewer, 'viewer');
});
afterAll(async () => {
  await idle?.stop();
  await db.end();
});

async function open(email: string, url = service.server.consoleUrl, options = {}) {
  const visited = await browser.visit(url, 'light', options);
  await signInOn(visited.page, email);
  await visited.page.goto('/documents');
  await visited.page.getByRole('heading', { name: 'Documents' }).waitFor();
  return visited;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

async function chooseFile(page: Page, name: string, content: string | Buffer = text): Promise<void> {
  const field = page.getByLabel('Choose files');
  // Playwright gives files to a field that is still disabled, which no user can.
  await expect.poll(() => field.isEnabled()).toBe(true);
  await field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

test('a file that is chosen is translated, downloaded, charged and deleted', async () => {
  const { page, complaints } = await open(member);
  await page.getByText('Documents of Harbour appear here').waitFor();
  await choose(page, 'Formality', 'More formal');
  await chooseFile(page, 'house.txt');
  const row = rowOf(page, 'house.txt');
  await row.getByText('ready').waitFor();
  await row.getByText('Formality is not supported for ES').waitFor();
  expect(await row.textContent()).toContain('English to Spanish');
  const downloading = page.waitForEvent('download');
  await press(page, 'Download house.txt');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('house (ES).txt');
  expect(await contentOf(download)).toBe('La casa es grande.\n');
  const again = page.waitForEvent('download');
  await press(page, 'Download house.txt');
  expect(await contentOf(await again)).toBe('La casa es grande.\n');
  const { rows } = await db.query('SELECT sum(characters)::int AS characters FROM calls WHERE team_id = $1', [
    team,
  ]);
  expect(rows).toEqual([{ characters: 17 }]);
  await press(page, 'Delete house.txt');
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

longTest('files that are dropped are sent one after the other', async () => {
  const { page, complaints } = await open(member);
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const name of ['one.txt', 'two.txt']) transfer.items.add(new File(['The house is big.'], name));
    return transfer;
  })()`);
  const area = page.getByTestId('drop-area');
  const dragOver = async () => {
    await area.dispatchEvent('dragover', { dataTransfer: files });
    return area.getAttribute('class');
  };
  // Nothing can be dropped before the languages are there.
  await expect.poll(dragOver).toContain('drop-over');
  await area.dispatchEvent('drop', { dataTransfer: files });
  for (const name of ['one.txt', 'two.txt']) await rowOf(page, name).getByText('ready').waitFor();
  expect(complaints).toEqual([]);
});

test('what the server refuses stands beside the file in its words', async () => {
  const { page, complaints } = await open(member);
  await chooseFile(page, 'picture.png');
  const row = rowOf(page, 'picture.png');
  const words = await row.getByRole('alert').textContent();
  expect(words).toMatch(/docx/);
  await press(page, 'Dismiss picture.png');
  await row.waitFor({ state: 'detached' });
  await chooseFile(page, 'casa.txt', 'La casa es grande y el coche es rojo.');
  expect(await rowOf(page, 'casa.txt').getByRole('alert').textContent()).toMatch(/already in Spanish/);
  await chooseFile(page, 'dear.txt', 'A house. '.repeat(500));
  expect(await rowOf(page, 'dear.txt').getByRole('alert').textContent()).toMatch(/quota/);
  await chooseFile(page, 'large.txt', Buffer.alloc(30 * 2 ** 20 + 1, 'a'));
  expect(await rowOf(page, 'large.txt').getByRole('alert').textContent()).toMatch(/30 MiB/);
  expect(complaints).toEqual([]);
});

longTest('one that waits says so, holds its characters, and is cancelled for nothing', async () => {
  idle = await startServer({ ...service.env, DRAGOMAN_DOCUMENT_WORKERS: '0' });
  // Those of the other server must not take it before it was seen.
  process.kill(service.server.pid, 'SIGSTOP');
  try {
    const { page, complaints } = await open(member, idle.consoleUrl);
    await chooseFile(page, 'waits.txt');
    const row = rowOf(page, 'waits.txt');
    await row.getByText('waiting').waitFor();
    expect(await row.getByRole('progressbar').getAttribute('value')).toBe('0');
    const holds = () => db.query('SELECT characters FROM holds WHERE team_id = $1', [team]);
    expect((await holds()).rows).toEqual([{ characters: 17 }]);
    await press(page, 'Cancel waits.txt');
    await row.waitFor({ state: 'detached' });
    expect((await holds()).rows).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    process.kill(service.server.pid, 'SIGCONT');
  }
});

longTest('hostile names stay names, for every reader and on a phone', async () => {
  const { page, complaints } = await open(member);
  for (const name of hostileNames.filter((one) => !one.includes('/'))) {
    await chooseFile(page, `${name}.txt`);
    await page.getByRole('cell', { name: `${name}.txt`, exact: true }).waitFor();
  }
  await page.getByText('waiting').first().waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
  const { page: small } = await open(viewer, service.server.consoleUrl, phone);
  await small.getByText('only translators, members and owners can upload them').waitFor();
  await small.getByRole('row').nth(1).waitFor();
  expect(await phoneFindings(small)).toEqual([]);
  expect(await small.getByRole('button', { name: /^(Download|Delete|Cancel) / }).count()).toBe(0);
});
