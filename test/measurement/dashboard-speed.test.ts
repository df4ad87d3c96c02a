/**
 * How fast the pages are there. Where others hold the cores, time on the clock says little: the time that the page's own
 * thread had stands beside it, the smaller of the two counts, and the best of a few tries. Both are slower when the page
 * has more to do.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { choose } from '../browser/support/choose.ts';
import { phone, signInOn, useBrowser } from '../browser/support/dashboard.ts';
import { seedUser } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { useServerProcess } from '../support/server-process.ts';

const service = useServerProcess();
const browser = useBrowser();
const owner = 'owner@example.org';
const mostTries = 6;
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const [team] = await seedTeams(db, 1, { keys: 50 });
  await seedUser(db, team?.id ?? '', owner);
  await db.query(`UPDATE api_keys SET name = 'Application ' || right(id::text, 4)`);
  // Every hour from 6 to 18 of a year.
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT team_id, day + make_interval(hours => hour), id, mode, 'en', 'es', 'apertium', 40 * n, n, n
       FROM api_keys,
            generate_series(date_trunc('day', now(), 'UTC') - interval '364 days', now(), interval '1 day') AS day,
            generate_series(6, 17) AS hour,
            LATERAL (SELECT 1 + (extract(doy FROM day) * 7 + hour * 13)::int % 50 AS n) AS amount`,
  );
  await db.query('ANALYZE usage_hourly');
});
afterAll(() => db.end());

/** The time that the page's main thread has run so far, throttling included. */
async function watchCpu(page: Page): Promise<{ session: CDPSession; cpuMs(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    session,
    async cpuMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    },
  };
}

interface Try {
  readonly clockMs: number;
  readonly cpuMs: number;
}

/** The best of a few tries, and no more of them than it takes. */
async function bestOf(what: string, limitMs: number, tryOnce: () => Promise<Try>): Promise<number> {
  const best = { clockMs: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY };
  for (let i = 0; i < mostTries && Math.min(best.clockMs, best.cpuMs) > limitMs; i++) {
    const { clockMs, cpuMs } = await tryOnce();
    best.clockMs = Math.min(best.clockMs, clockMs);
    best.cpuMs = Math.min(best.cpuMs, cpuMs);
  }
  const { clockMs, cpuMs } = best;
  process.stdout.write(
    `${what}: ${Math.round(clockMs)} ms on the clock, ${Math.round(cpuMs)} ms of its thread\n`,
  );
  return Math.min(clockMs, cpuMs);
}

const durationOf = (name: string) => `performance.getEntriesByName('${name}').at(-1)?.duration`;

test('with the processor four times slower, the sign-in form and the list of keys are usable within a second', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  const { session, cpuMs } = await watchCpu(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Usable: it is there, and the thread that would answer a key is free.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (document.querySelector('form input[type=password], tbody button') === null) return;
    observer.disconnect();
    setTimeout(() => performance.measure('usable', { start: 0 }));
  }).observe(document, { childList: true, subtree: true });`);
  for (const path of ['/sign-in', '/keys']) {
    const bestMs = await bestOf(`${path} usable at a quarter of the speed`, 1_000, async () => {
      const before = await cpuMs();
      await page.goto(path);
      const usableMs = () => page.evaluate<number | undefined>(durationOf('usable'));
      await expect.poll(usableMs, { interval: 20, timeout: 20_000 }).toBeDefined();
      return { clockMs: (await usableMs()) ?? Number.NaN, cpuMs: (await cpuMs()) - before };
    });
    expect(bestMs).toBeLessThanOrEqual(1_000);
  }
});

test('a year of 50 keys is drawn within 100 ms', async () => {
  const { page } = await browser.visit(service.server.consoleUrl);
  await signInOn(page, owner);
  const { cpuMs } = await watchCpu(page);
  const drawn = () => page.evaluate<number>("performance.getEntriesByName('usage-drawn').length");
  const bestMs = await bestOf('a year of 50 keys drawn', 100, async () => {
    await page.goto('/usage?days=7');
    await expect.poll(drawn, { timeout: 20_000 }).toBe(1);
    await choose(page, 'Time', 'Last 12 months');
    await expect.poll(drawn, { timeout: 20_000 }).toBe(2);
    const clockMs = await page.evaluate<number>(durationOf('usage-drawn'));
    // The thread's time of the first drawing has two megabytes of answer in it, which had to be read. A second drawing of
    // all of it, chart and table, has not.
    const before = await cpuMs();
    await choose(page, 'Show', 'Calls');
    await expect.poll(drawn).toBe(3);
    return { clockMs, cpuMs: (await cpuMs()) - before };
  });
  expect(await page.getByRole('table', { name: 'Usage by key' }).getByRole('row').count()).toBe(51);
  expect(bestMs).toBeLessThanOrEqual(100);
});

test.each([
  ['wide', {}],
  ['phone', phone],
] as const)('nothing on the pages of keys and usage moves while they load: %s', async (_name, options) => {
  const { page } = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInOn(page, owner);
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, sources }) =>
      ({ value, nodes: sources.map(({ node }) => node?.className ?? node?.nodeName).join() }))))
      .observe({ type: 'layout-shift', buffered: true });`);
  for (const [path, content] of [
    ['/keys', 'tbody button'],
    ['/usage', 'canvas'],
  ] as const) {
    await page.goto(path);
    await page.locator(content).first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300)))');
    const shifts = await page.evaluate<{ value: number; nodes: string }[]>('window.shifts');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.05);
  }
});
