/** The operator's page of the installation: it follows nodes that come, change and die, without a flicker. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { NodeReport } from '../../src/lib/node-report.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { signal } from '../support/process-table.ts';
import { startServer, useServerProcess } from '../support/server-process.ts';
import { signInOn, useBrowser, warmEngine } from './support/dashboard.ts';
import { forgetNode, operator, seedOperator, wellEngine, writeNode } from './support/operator.ts';
import { createTimePassing, isShown } from './support/pass-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-installation-page-'));
const config = join(folder, 'dragoman.yaml');
// On a busy machine a real engine is slow, which the page rightly warns of.
writeFileSync(config, 'engines:\n  quick: { type: stub, pairs: ["en>es"] }\n');
const service = useServerProcess({ DRAGOMAN_CONFIG: config });
const browser = useBrowser();
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  await seedOperator(db);
});
afterAll(async () => {
  await db.end();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await browser.visit(service.server.consoleUrl);
  await page.clock.install();
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Installation' }).click();
  await page.getByRole('heading', { name: 'Nodes' }).waitFor();
  return { page, complaints };
}

const { eventually } = createTimePassing('**/api/operator/installation');
const titled = (page: Page, name: string) =>
  eventually(page, () => isShown(page.getByRole('heading', { name, exact: true })));
const cellsOf = async (page: Page, table: string, row: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .allTextContents();
const lane = (waiting: number) => ({
  engine: 'bergamot',
  pair: 'en>de',
  is_left_alone: false,
  waiting_characters: waiting,
  calls: 256,
  p50_ms: 31,
  p95_ms: 420 + (waiting % 7),
});
const reporting = (waiting: number): NodeReport => ({ engines: [wellEngine], lanes: [lane(waiting)] });

test('a real node is well, with its engine and the pair that was asked for; one that is killed is missed', async () => {
  const second = await startServer(service.env);
  onTestFinished(async () => {
    signal(second.pid, 'SIGKILL');
    await second.endedBy;
  });
  const { page, complaints } = await open();
  const name = (pid: number) => new RegExp(`\\(${pid}\\)`);
  const nodes = page.getByRole('table', { name: 'Nodes' });
  for (const { pid } of [service.server, second]) {
    await nodes
      .getByRole('row', { name: name(pid) })
      .getByText('Live', { exact: true })
      .waitFor();
  }
  await titled(page, 'Healthy');
  await page.getByText('2 nodes, version 0.1.0; 1 engine; no characters waiting.').waitFor();
  const engines = page.getByRole('table', { name: 'Engines' }).getByRole('row', { name: /quick/ });
  await eventually(page, async () =>
    expect(await engines.getByText('Healthy', { exact: true }).count()).toBe(2),
  );
  expect(await engines.first().locator('time').count()).toBe(1);
  const slow = page.getByRole('table', { name: 'Slowest pairs' }).getByRole('row', { name: 'en → es' });
  await eventually(page, () => isShown(slow));
  await page.getByRole('table', { name: 'Queues' }).getByRole('row', { name: 'en → es' }).waitFor();

  signal(second.pid, 'SIGKILL');
  await second.endedBy;
  // The ten seconds that a node may be silent, and both have run for longer: none took the other's place.
  await db.query("UPDATE node_reports SET started_at = started_at - interval '1 hour'");
  await db.query(
    `UPDATE nodes SET last_seen = last_seen - interval '15 seconds'
      WHERE id = (SELECT node_id FROM node_reports WHERE process_id = $1)`,
    [second.pid],
  );
  const gone = nodes.getByRole('row', { name: name(second.pid) });
  await eventually(page, () => isShown(gone.getByText('Stopped', { exact: true })));
  await titled(page, 'Warnings');
  await page.getByText(`(${second.pid}) stopped unexpectedly`).waitFor();
  const colours = await page.evaluate<string[]>(
    `['.gone td', 'tr:not(.gone) td'].map((place) => getComputedStyle(document.querySelector('#nodes ~ * ' + place)).color)`,
  );
  expect(new Set(colours).size).toBe(2);
  await db.query('DELETE FROM nodes WHERE id = (SELECT node_id FROM node_reports WHERE process_id = $1)', [
    second.pid,
  ]);
  await titled(page, 'Healthy');
  expect(complaints).toEqual([]);
});

longTest('figures change in place: nothing moves, and no row is made anew', async () => {
  const id = await writeNode(db, 'gamma', reporting(0));
  const { page } = await open();
  await expect.poll(() => cellsOf(page, 'Queues', 'en → de')).toContain('0');
  expect(await cellsOf(page, 'Models', 'en-de')).toEqual([
    'en-de',
    'bergamot',
    '17 MB',
    '2 threads on 1 node',
  ]);
  await page.getByText('850 MB', { exact: true }).waitFor();
  await page.getByText('of 2,000 MB', { exact: true }).waitFor();
  await page.evaluate(`
    window.shifts = [];
    // A figure at the right end of its cell grows to the left: that is the figure, not its place.
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
      .flatMap(({ sources }) => sources.map(({ node }) => node))
      .filter((node) => node !== null && node.nodeName !== '#text')
      .map((node) => node.outerHTML)))
      .observe({ type: 'layout-shift' });
    document.querySelectorAll('main tr').forEach((row) => { row.isKept = true; });`);
  for (const waiting of [1_234_567, 8, 98_765]) {
    await writeNode(db, 'gamma', reporting(waiting), id);
    await eventually(page, async () =>
      expect(await cellsOf(page, 'Queues', 'en → de')).toContain(waiting.toLocaleString('en')),
    );
  }
  const kept = '[...document.querySelectorAll("main tr")].every((row) => row.isKept)';
  expect(await page.evaluate(kept)).toBe(true);
  expect(await page.evaluate('window.shifts')).toEqual([]);
  // What does move is seen.
  await page.evaluate(
    `document.querySelector('main .page-head').insertAdjacentHTML('afterend', '<p>One line more.</p>')`,
  );
  await expect.poll(() => page.evaluate('window.shifts.length')).toBeGreaterThan(0);
  await forgetNode(db, id);
});

longTest(
  'an engine that is not well is named with its reason and what to do, and gone when it is well again',
  async () => {
    const unwell = { ...wellEngine, healthy: false, detail: 'no models in /srv/models' };
    const id = await writeNode(db, 'gamma', { engines: [unwell], lanes: [] });
    const { page } = await open();
    await titled(page, 'Problems');
    const summary = page.getByRole('region', { name: 'Problems' });
    await summary.getByText('The engine bergamot is unhealthy: no models in /srv/models.').waitFor();
    await summary.getByText('Fix the reported problem').waitFor();
    await writeNode(db, 'gamma', reporting(0), id);
    await titled(page, 'Healthy');
    await forgetNode(db, id);
  },
);

longTest('figures that are old say so and stay in sight, until the server answers again', async () => {
  const { page } = await open();
  await titled(page, 'Healthy');
  await page.route('**/api/operator/installation', (route) => route.abort());
  await titled(page, 'Unknown');
  await page.getByText('The server cannot be reached').waitFor();
  expect(await page.getByRole('table', { name: 'Nodes' }).locator('tbody tr').count()).toBeGreaterThan(0);
  await page.unroute('**/api/operator/installation');
  await titled(page, 'Healthy');
});
