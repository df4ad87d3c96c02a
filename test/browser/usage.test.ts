/** The usage page shows the ledger, to the character, while it changes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, post, translate } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choiceOf, choose } from './support/choose.ts';
import { signInOn, tabTo, useBrowser, warmEngine } from './support/dashboard.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
const names = ['Shop', 'Staging'];
let db: Database;
let team: string;
let keys: { id: string; plain: string; name: string }[];

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  const made = names.map((name, i) =>
    createKey(
      db,
      { teamId: team, name, mode: i === 0 ? 'live' : 'test', scopes: ['translate', 'usage'] },
      testActor,
    ),
  );
  keys = (await Promise.all(made)).flatMap((key) => key ?? []);
});
afterAll(() => db.end());

type Figures = Record<string, { characters: number; calls: number }>;

/** What the table of the page says, by the names of the keys. */
async function figuresOnPage(page: Page): Promise<Figures> {
  const rows = await page.getByRole('table', { name: 'Usage by key' }).getByRole('row').all();
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allTextContents()));
  const number = (text = '') => Number(text.replaceAll(',', ''));
  return Object.fromEntries(
    cells.map(([name = '', characters, calls]) => [
      name,
      { characters: number(characters), calls: number(calls) },
    ]),
  );
}

interface UsageAnswer {
  total: { characters: number };
  usage: { key: string; characters: number; calls: number }[];
  refused: { code: string; calls: number }[];
}

async function readUsage(): Promise<UsageAnswer> {
  const url = `${service.server.url}/v1/usage?group_by=key`;
  return (await call<UsageAnswer>(url, { headers: bearer(keys[0]?.plain ?? '') })).body;
}

const byName = (rows: readonly { key: string; characters: number; calls: number }[]): Figures =>
  Object.fromEntries(
    rows.map(({ key, characters, calls }) => [
      keys.find(({ id }) => id === key)?.name ?? key,
      { characters, calls },
    ]),
  );

async function readLedger(): Promise<Figures> {
  const { rows } = await db.query<{ key: string; characters: number; calls: number }>(
    `SELECT key_id AS key, sum(characters)::int AS characters, count(*)::int AS calls
       FROM calls WHERE team_id = $1 GROUP BY 1`,
    [team],
  );
  return byName(rows);
}

test('the page follows calls that are made while it is open, and ends at the figures of /v1/usage and the ledger', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('Usage appears here with the first call').waitFor();
  const send = (key: number, text: string[], target = 'ES') =>
    translate(service.server.url, keys[key]?.plain ?? '', { text, target_lang: target });

  // Nothing on the page is touched from here on.
  await send(0, ['The house is big.']);
  await page.getByTestId('period-used').getByText('17', { exact: true }).waitFor();
  await expect.poll(() => figuresOnPage(page)).toEqual({ Shop: { characters: 17, calls: 1 } });

  const texts = Array.from({ length: 10 }, (_, i) => [
    `The house has ${i} rooms 🏠.`,
    'The garden is green.',
  ]);
  const answers = await Promise.all(texts.map((text, i) => send(i % 3 === 0 ? 1 : 0, text)));
  const refused = await send(0, ['Nobody speaks it.'], 'XX');
  expect(refused.status).toBe(400);
  const ledger = await readLedger();
  expect(Object.values(ledger).reduce((sum, { calls }) => sum + calls, 0)).toBe(
    1 + answers.filter(({ status }) => status === 200).length,
  );
  const usage = await readUsage();
  expect(byName(usage.usage)).toEqual(ledger);
  await expect.poll(() => figuresOnPage(page), { timeout: 120_000 }).toEqual(ledger);
  const total = usage.total.characters.toLocaleString('en');
  await page.getByTestId('usage-total').getByText(`${total} characters`, { exact: true }).waitFor();
  await page.getByTestId('period-used').getByText(total, { exact: true }).waitFor();
  await expect
    .poll(
      async () => {
        const shown = await page
          .getByRole('region', { name: 'Refused calls' })
          .getByRole('cell')
          .allTextContents();
        const told = (await readUsage()).refused.flatMap(({ code, calls }) => [code, String(calls)]);
        // The first cell of a row says in words what its code means.
        return [shown.filter((_, i) => i % 3 > 0), told];
      },
      { timeout: 120_000 },
    )
    .toSatisfy(([shown, told]) => shown.length > 0 && shown.join() === told.join());
  await page.getByRole('cell', { name: 'Languages that are not available', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

/** Today's bar is the last one. Its tooltip stands at it, and a series that is hidden is not in its total. */
async function showsItsBar(page: Page): Promise<void> {
  const bars = (await page.locator('.u-over').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const tip = page.locator('.chart-tip');
  const pointAtToday = () => page.mouse.move(bars.x + bars.width - 4, bars.y + bars.height / 2);
  const totalOf = async () => {
    await page.mouse.move(0, 0);
    await pointAtToday();
    return tip.locator('.chart-tip-total').textContent();
  };
  const amounts = Object.values(await readLedger()).map(({ characters }) => characters);
  const sum = amounts.reduce((all, one) => all + one, 0);
  await expect.poll(totalOf).toBe(`Total${sum.toLocaleString('en')}`);
  const place = await tip.boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThan(bars.x + bars.width);
  expect(place?.x).toBeGreaterThan(bars.x + bars.width / 2);
  const entry = page.getByRole('button', { name: /^Staging/ });
  await entry.click();
  const { Staging } = await readLedger();
  await expect.poll(totalOf).toBe(`Total${(sum - (Staging?.characters ?? 0)).toLocaleString('en')}`);
  await entry.click();
  await expect.poll(totalOf).toBe(`Total${sum.toLocaleString('en')}`);
}

longTest('a time from day to day is chosen by keyboard, and its address shows others the same', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  const [key] = keys;
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT $1, day, $2, 'live', 'en', 'es', 'apertium', amount, 1, 1
       FROM (VALUES ('2026-02-28T23:00Z'::timestamptz, 1), ('2026-03-01T00:00Z', 10), ('2026-03-31T23:00Z', 100),
                    ('2026-04-01T00:00Z', 1000)) AS use (day, amount)`,
    [team, key?.id],
  );
  await signInOn(page, owner);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('table', { name: 'Usage by key' }).waitFor();
  await showsItsBar(page);
  const placesOf = (parts: string) =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('.row-fields ${parts}')].map((part) => part.getBoundingClientRect().top)`,
    );
  expect(new Set(await placesOf('.label')).size).toBe(1);
  expect(new Set(await placesOf('.input')).size).toBe(1);
  await choose(page, 'Time', 'Last 24 hours');
  await page.getByText('Hours are in').waitFor();
  expect(page.url()).toContain('days=1');
  expect(await choiceOf(page, 'Time').textContent()).toContain('Last 24 hours');
  await page.reload();
  await page.getByRole('table', { name: 'Usage by key' }).waitFor();
  expect(await choiceOf(page, 'Time').textContent()).toContain('Last 24 hours');
  await tabTo(page, 'Time');
  await page.keyboard.type('From');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0301202603312026');
  const total = page.getByTestId('usage-total').getByText('110 characters', { exact: true });
  await total.waitFor();
  await choose(page, 'By', 'Language pair');
  await page.getByRole('cell', { name: 'en → es' }).waitFor();
  const address = page.url();
  expect(address).toContain('from=2026-03-01&to=2026-03-31&by=pair');

  const { page: other } = await browser.visit(service.server.consoleUrl);
  await other.goto(address);
  await other.getByLabel('E-mail address').fill(owner);
  await other.getByLabel('Password').fill('correct horse battery');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByTestId('usage-total').getByText('110 characters', { exact: true }).waitFor();
  await other.getByRole('cell', { name: 'en → es' }).waitFor();
});

test('usage is shown by reporting tag, and what has none is named', async () => {
  const tagged = 'tagged@example.org';
  const other = await seedTeam(db, 'Tagged');
  await seedUser(db, other, tagged);
  const key = await createKey(
    db,
    { teamId: other, name: 'Shop', mode: 'live', scopes: ['translate'] },
    testActor,
  );
  const send = (text: string, tag?: string) =>
    post(
      `${service.server.url}/v1/translate`,
      { ...bearer(key?.plain ?? ''), ...(tag !== undefined && { 'x-deepl-reporting-tag': tag }) },
      JSON.stringify({ text: [text], target_lang: 'ES' }),
    );
  expect((await send('The house is big.', 'Project-<b>X</b>')).status).toBe(200);
  expect((await send('The house.')).status).toBe(200);
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, tagged);
  await page.getByRole('link', { name: 'Usage' }).click();
  await choose(page, 'By', 'Reporting tag');
  const rows = page.getByRole('table', { name: 'Usage by reporting tag' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(3);
  expect((await rows.allTextContents()).slice(1)).toEqual(['project-<b>x</b>1711', 'No tag1011']);
  expect(complaints).toEqual([]);
});
