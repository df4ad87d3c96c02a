/** A request log of 100,000 calls: loading, scrolling and new calls never keep the page busy for more than 50 ms. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { insertRequests } from '../../src/store/postgres/request-log.ts';
import { signInFor, useBrowser } from '../browser/support/dashboard.ts';
import { longestTaskMs } from '../browser/support/stalls.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServerProcess } from '../support/server-process.ts';

const service = useServerProcess({ DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
const browser = useBrowser();
const owner = 'owner@example.org';
const count = 100_000;
const limitMs = 50;
let db: Database;
let team: string;

const callOf = (ms: number, engine = 'apertium') => ({
  teamId: team,
  id: uuidV7(ms),
  requestId: uuidV7(ms),
  kind: 'translate',
  mode: 'live',
  dialect: 'v1',
  sources: ['en'],
  target: 'es',
  engines: [engine],
  status: 200,
  characters: 120,
  durationMs: 35,
  calls: 1,
});

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  const now = Date.now();
  for (let i = 0; i < count; i += 1_000)
    await insertRequests(
      db,
      Array.from({ length: 1_000 }, (_, j) => callOf(now - i - j)),
    );
});
afterAll(() => db.end());

const rowsOf = (page: Page) =>
  page.evaluate<number>("Math.round(document.querySelector('.requests-frame').scrollHeight / 44) - 1");
const scrollTo = (page: Page, share: number) =>
  page.evaluate(
    `(() => { const f = document.querySelector('.requests-frame'); f.scrollTop = f.scrollHeight * ${share}; })()`,
  );

/** Scrolls to the end until so many rows are loaded. */
async function load(page: Page, rows: number): Promise<void> {
  for (;;) {
    const loaded = await rowsOf(page);
    if (loaded >= rows) return;
    await scrollTo(page, 0.999);
    await scrollTo(page, 1);
    // The page forbids code from strings, which `waitForFunction` would need.
    await expect.poll(() => rowsOf(page), { timeout: 30_000, interval: 20 }).toBeGreaterThan(loaded);
  }
}

test('100,000 calls are loaded, scrolled and added to without a stall', async () => {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/requests', owner);
  await page.getByRole('cell', { name: 'EN → ES' }).first().waitFor();
  await load(page, count - 5_000);
  const stalls: Record<string, number> = {};
  const watch = async (what: string, work: () => Promise<void>) => {
    stalls[what] = await longestTaskMs(page, `100,000 calls, ${what}`, work);
  };
  await watch('loaded', () => load(page, count));
  // What is not in sight is not drawn.
  expect(await page.getByRole('row').count()).toBeLessThan(120);
  await watch('scrolled', async () => {
    for (let i = 0; i <= 100; i++) await scrollTo(page, i / 100);
    await scrollTo(page, 0);
  });
  await watch('a new call', async () => {
    await insertRequests(db, [callOf(Date.now(), 'newest')]);
    await page.getByRole('cell', { name: 'newest' }).waitFor();
  });
  for (const [what, stallMs] of Object.entries(stalls)) expect(stallMs, what).toBeLessThan(limitMs);
  expect(complaints).toEqual([]);
}, 900_000);
