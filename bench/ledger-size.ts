/**
 * Does a full ledger cost anything? Ten million charged calls of a thousand teams and four months in the tables, or as
 * many as `DRAGOMAN_BENCH_CALLS` says: the throughput of calls against an empty database, by turns; how fast a team reads
 * its account and its usage; what closing the books and dropping a month take, with calls that go on; and the audit.
 *
 *   npm run bench:ledger-size
 *   DRAGOMAN_LONG=1 DRAGOMAN_BENCH_CALLS=100000000 npm run bench:ledger-size
 */

import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { print, printRatio, printTable } from './support/figures.ts';
import { percentile, TimedClient } from './support/latency.ts';
import {
  auditCost,
  closeBooks,
  dropMonths,
  holdBooks,
  openUpkeep,
  secondsOf,
} from './support/ledger-upkeep.ts';
import { type NullEngineServer, startNullEngineServer } from './support/null-engine-server.ts';
import { seedLedger } from './support/seed-ledger.ts';

const calls = Number(process.env.DRAGOMAN_BENCH_CALLS ?? 10_000_000);
const monthsBefore = 3;
const monthsKept = 2;
const dayMs = 24 * 3_600_000;
const rounds = 7;
const reads = 500;
const load = { connections: 128, durationMs: 3_000 };

const empty = await startNullEngineServer();
let books: Awaited<ReturnType<typeof holdBooks>> | undefined;
const full = await startNullEngineServer(async (url, teams) => {
  const seeded = await secondsOf(() => seedLedger(url, teams, calls, monthsBefore));
  print(`seeded ${calls.toLocaleString('en')} calls in ${seeded.toFixed(0)} s`);
  const db = openUpkeep(url);
  const closed = await secondsOf(() => closeBooks(db, new Date(Date.now() - 3 * dayMs)));
  print(`closed for the first time, but for the last days, in ${closed.toFixed(0)} s`);
  await db.end();
  // The rest is for when calls go on beside it.
  books = await holdBooks(url);
});
try {
  await compareThroughput();
  await readAccounts(full);
  await books?.release();
  await tendBesideCalls(full);
  const db = openUpkeep(full.databaseUrl);
  for (const everything of [false, true]) {
    const { seconds, rows, pages } = await auditCost(db, everything);
    const megabytes = Math.round(pages / 128).toLocaleString('en');
    print(
      `audit${everything ? ' --full' : ''}: ${seconds.toFixed(1)} s, ${rows.toLocaleString('en')} rows, ${megabytes} MB`,
    );
  }
  await db.end();
} finally {
  await empty.stop();
  await full.stop();
}

async function compareThroughput(): Promise<void> {
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
  const [before = [], after = []] = subjects.map(({ perSecond }) => perSecond);
  printTable(
    ['calls in the ledger', 'calls/s, median', 'slowest', 'fastest'],
    [before, after].map((perSecond, i) => [
      i === 0 ? '0' : calls.toLocaleString('en'),
      ...[percentile(perSecond, 0.5), Math.min(...perSecond), Math.max(...perSecond)].map((n) =>
        n.toFixed(0),
      ),
    ]),
  );
  const ratios = after.map((n, i) => n / (before[i] ?? 0));
  printRatio('throughput-full-ledger', percentile(ratios, 0.5));
}

async function readAccounts({ server, manyTeams }: NullEngineServer): Promise<void> {
  const now = new Date();
  const [month, nextMonth] = [0, 1].map((ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString(),
  );
  const paths = {
    account: '/v1/account',
    'v2-usage': '/v2/usage',
    usage: `/v1/usage?from=${month}&to=${nextMonth}&group_by=day,key`,
  };
  const client = new TimedClient(server.url, 1);
  for (const [name, path] of Object.entries(paths)) {
    let turn = 0;
    const next = () => ({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${manyTeams[turn++ % manyTeams.length]?.key}` },
    });
    const times = await client.run(reads, next, 200);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
    print(`${path.split('?')[0]}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`);
    if (name === 'usage') printRatio('usage-p95-ms', percentile(times, 0.95));
    else printRatio(`${name}-p99-ms`, percentile(times, 0.99));
  }
  client.close();
}

/** Any call that is not answered 200 fails the bench. */
async function tendBesideCalls({ databaseUrl, server, manyTeams }: NullEngineServer): Promise<void> {
  const subject = { port: server.port, next: inTurn(manyTeams.map(({ key }) => key)), connections: 8 };
  const db = openUpkeep(databaseUrl);
  const tasks: [string, () => Promise<unknown>][] = [
    ['nothing else', () => new Promise((resolve) => setTimeout(resolve, 10_000))],
    ['three days are closed', () => closeBooks(db)],
    ['a month is dropped', () => dropMonths(db, monthsKept)],
  ];
  for (const [name, task] of tasks) {
    let isOver = false;
    const times: number[] = [];
    const seconds = secondsOf(task).finally(() => {
      isOver = true;
    });
    do {
      times.push(...(await runLoad({ ...subject, durationMs: 1_000, pauseMs: 20 })).times);
    } while (!isOver);
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
    const slowest = Math.max(...times).toFixed(0);
    print(
      `beside ${times.length.toLocaleString('en')} calls (0 refused, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms): ${name}, ${(await seconds).toFixed(1)} s`,
    );
  }
  await db.end();
}
