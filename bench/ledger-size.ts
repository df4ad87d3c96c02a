/**
 * Does a full ledger cost anything? Ten million charged calls of a thousand teams in the tables: how fast a month's
 * usage by day and key is read, and what the throughput of calls is against an empty database, by turns.
 *
 *   npm run bench:ledger-size
 */

import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { print, printRatio, printTable } from './support/figures.ts';
import { percentile, TimedClient } from './support/latency.ts';
import { startNullEngineServer } from './support/null-engine-server.ts';
import { seedLedger } from './support/seed-ledger.ts';

const calls = 10_000_000;
const rounds = 7;
const usageReads = 500;
const load = { connections: 128, durationMs: 3_000 };

const started = performance.now();
const empty = await startNullEngineServer();
const full = await startNullEngineServer((url, teams) => seedLedger(url, teams, calls));
print(`seeded ${calls.toLocaleString('en')} calls in ${Math.round((performance.now() - started) / 1_000)} s`);
try {
  const subjects = [empty, full].map(({ server, manyTeams }) => ({
    port: server.port,
    next: inTurn(manyTeams.map(({ key }) => key)),
    perSecond: [] as number[],
  }));
  // The first round warms up and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const subject of subjects) {
      const { perSecond } = await runLoad({ ...subject, ...load });
      if (round >= 0) subject.perSecond.push(perSecond);
    }
  }
  const client = new TimedClient(full.server.url, 1);
  let turn = 0;
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)).toISOString();
  const nextMonth = new Date(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1),
  ).toISOString();
  const times = await client.run(
    usageReads,
    () => ({
      method: 'GET',
      path: `/v1/usage?from=${month}&to=${nextMonth}&group_by=day,key`,
      headers: { authorization: `Bearer ${full.manyTeams[turn++ % full.manyTeams.length]?.key}` },
    }),
    200,
  );
  client.close();
  const [before, after] = subjects.map(({ perSecond }) => perSecond);
  if (before === undefined || after === undefined) throw new Error('no subjects');
  printTable(
    ['calls in the ledger', 'calls/s, median', 'slowest', 'fastest'],
    [before, after].map((perSecond, i) => [
      i === 0 ? '0' : calls.toLocaleString('en'),
      ...[percentile(perSecond, 0.5), Math.min(...perSecond), Math.max(...perSecond)].map((n) =>
        n.toFixed(0),
      ),
    ]),
  );
  print(
    `usage of a month by day and key: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );
  printRatio('usage-p95-ms', percentile(times, 0.95));
  printRatio(
    'throughput-full-ledger',
    percentile(
      after.map((n, i) => n / (before[i] ?? 0)),
      0.5,
    ),
  );
} finally {
  await empty.stop();
  await full.stop();
}
