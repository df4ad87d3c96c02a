/** The live view of the request log in Chromium: the time from the end of a call until its row is on the page. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { signInFor, useBrowser } from '../browser/support/dashboard.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { quantile } from '../support/load.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { createKey } from '../support/seed.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useServerProcess } from '../support/server-process.ts';

const service = useServerProcess({ DRAGOMAN_STUB_ENGINE: 'on', DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
const browser = useBrowser();
const owner = 'owner@example.org';
const limitMs = 1_000;
let db: Database;
let key: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  key = (await createKey(service.env, team)).plain;
});
afterAll(() => db.end());

test('a call is on the page within a second', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInFor(page, '/requests', owner);
  const random = seededRandom('moments of calls');
  const call = () =>
    translate(service.server.url, key, { text: ['x'], source_lang: 'EN', target_lang: 'EO' });
  expect((await call()).status).toBe(200);
  const rows = page.locator('.requests-frame [role=row], .requests-frame tr');
  await page.getByRole('cell', { name: 'stub' }).first().waitFor();
  const times: number[] = [];
  for (let i = 0; i < scale(20, 60); i++) {
    // At any moment between two batches of the log and two questions of the page.
    await delay(random.between(500, 3_500));
    const before = await rows.count();
    await call();
    const start = performance.now();
    while ((await rows.count()) === before) await delay(10);
    times.push(performance.now() - start);
  }
  const figures = { median: quantile(times, 0.5), p95: quantile(times, 0.95), longest: Math.max(...times) };
  report('request log, from a call to its row in ms', figures);
  expectInTime('a call on the page', figures.p95, limitMs);
});
