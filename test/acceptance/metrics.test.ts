/** What is in the metrics, and that their number stays as it is whoever calls. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { withPool } from '../support/pool.ts';
import { metricsIn, readAlerts, readPanelQueries } from '../support/prometheus.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useServer } from '../support/server-process.ts';

const sources = ['en', 'de', 'fr', 'it', 'nl', 'sv'];
const targets = ['eo', 'es', 'pt', 'da'];
const pairs = sources.flatMap((source) => targets.map((target) => `${source}>${target}`));
const file = join(mkdtempSync(join(tmpdir(), 'dragoman-metrics-')), 'dragoman.yaml');
writeFileSync(file, `engines:\n  stub: { pairs: ${JSON.stringify(pairs)}, behaviour: "on" }\n`);
const context = useServer({ ...documentsEnv().env, NODE_ENV: 'test', DRAGOMAN_CONFIG: file });

let first: TestTeam;
let others: TestTeam[];

beforeAll(async () => {
  [first, ...others] = (await withPool(context.env.DATABASE_URL ?? '', (db) =>
    seedTeams(db, 25, { quota: 10_000, keys: 2 }),
  )) as [TestTeam, ...TestTeam[]];
});

const scrape = async () => (await fetch(`${context.server.opsUrl}/metrics`)).text();
const samples = (metrics: string) => metrics.split('\n').filter((line) => /^[a-z]/.test(line));

/** Every ending that the calls below have. */
async function call(team: TestTeam, pair: string): Promise<void> {
  const [source_lang, target_lang] = pair.split('>');
  for (const { plain } of team.keys) {
    await translate(context.server.url, plain, { text: [`Words of ${team.id}`], source_lang, target_lang });
    await translate(context.server.url, plain, { text: ['x'.repeat(20_000)], source_lang, target_lang });
    await translate(context.server.url, plain, { text: ['no'], source_lang: 'eo', target_lang: 'ja' });
  }
}

const allowedLabels = new Set(
  `outcome mode dialect step listener status pool engine result verdict task check state version node le
   kind space type major minor patch quantile`.split(/\s+/),
);

test('labels have names from a short list', async () => {
  await call(first, 'en>eo');
  const names = [...(await scrape()).matchAll(/[{,](\w+)="/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !allowedLabels.has(name ?? ''))).toEqual([]);
});

test('calls of many teams, keys and pairs add no series', async () => {
  await call(first, 'en>eo');
  const names = (metrics: string) => samples(metrics).map((line) => line.replace(/ \S+$/, ''));
  // These appear with the first run of housekeeping.
  await expect.poll(scrape).toContain('dragoman_documents{');
  const before = names(await scrape());
  for (const [i, team] of others.entries()) await call(team, pairs[i % pairs.length] ?? 'en>eo');
  const after = await scrape();
  // What Node does by itself may be seen for the first time: another kind of garbage collection, say.
  const added = names(after).filter((name) => !before.includes(name) && !/_nodejs_|_process_/.test(name));
  expect(added).toEqual([]);
  expect(before.length).toBeLessThan(400);
  for (const secret of [first, ...others].flatMap(({ id, keys }) => [id, ...keys.map((key) => key.plain)])) {
    expect(after).not.toContain(secret);
  }
});

test('alerts and dashboards ask for nothing that a loaded server does not have', async () => {
  await call(first, 'en>eo');
  const metrics = await scrape();
  const known = new Set(samples(metrics).map((line) => /^\w+/.exec(line)?.[0]));
  // These come with their first case: a trace, and a certificate of the public listener.
  const later = /^# TYPE (dragoman_trace_spans_total|dragoman_tls_certificate_expires_timestamp_seconds) /gm;
  for (const [, name] of metrics.matchAll(later)) known.add(name);
  const queries = [
    ...(await readAlerts()).map(({ expr }) => expr),
    ...(await readPanelQueries('calls.json')),
    ...(await readPanelQueries('nodes.json')),
  ];
  expect(queries.length).toBeGreaterThan(50);
  const missing = queries.flatMap(metricsIn).filter((name) => !known.has(name));
  expect(missing).toEqual([]);
});

test('every metric of its own is in the table of docs/operate/observe.md', async () => {
  const { readFile } = await import('node:fs/promises');
  const page = await readFile(new URL('../../docs/operate/observe.md', import.meta.url), 'utf8');
  const own = [...(await scrape()).matchAll(/^# TYPE (dragoman_(?!nodejs_|process_)\w+)/gm)];
  expect(own.length).toBeGreaterThan(25);
  for (const [, name] of own) expect(page, name).toContain(`\`${name}\``);
});
