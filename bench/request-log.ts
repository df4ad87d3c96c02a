/**
 * What does the request log cost a gateway? Two servers with an engine that answers at once, one with the log and one
 * without, take the same load by turns. Processor time per call decides: on two cores that also make the load, it is
 * what limits throughput, and it does not depend on what else the machine does.
 *
 *   scripts/bench request-log
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openTestPool } from '../test/support/pool.ts';
import { workedMs } from '../test/support/process-table.ts';
import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { percentile } from './support/latency.ts';
import { type NullEngineServer, startNullEngineServer } from './support/null-engine-server.ts';

const rounds = Number(process.env.DRAGOMAN_BENCH_ROUNDS ?? 30);
const load = { connections: 128, durationMs: 1_500 };

const noSeed = async () => {};
const withLog = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '7' });
const without = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '0' });
const subjects = [subjectOf(withLog), subjectOf(without)] as const;

function subjectOf({ server, manyTeams, databaseUrl }: NullEngineServer) {
  return {
    pid: server.pid,
    db: openTestPool(databaseUrl, 1),
    load: { ...load, port: server.port, next: inTurn(manyTeams.map(({ key }) => key)) },
  };
}

type Subject = (typeof subjects)[number];

/** Of the server and of the database's processes that work for it. */
async function readCpuMs({ pid, db }: Subject): Promise<{ server: number; database: number }> {
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const times = rows.map((row) => workedMs(row.pid));
  return { server: workedMs(pid), database: times.reduce((sum, ms) => sum + ms, 0) };
}

interface Turn {
  readonly perSecond: number;
  /** Microseconds of processor time for each call. */
  readonly server: number;
  readonly database: number;
}

async function takeTurn(subject: Subject): Promise<Turn> {
  const before = await readCpuMs(subject);
  const { perSecond, times } = await runLoad(subject.load);
  // The last batch of the log is written within this time; it belongs to this turn.
  await delay(1_200);
  const after = await readCpuMs(subject);
  const perCall = (part: 'server' | 'database') => ((after[part] - before[part]) / times.length) * 1_000;
  return { perSecond, server: perCall('server'), database: perCall('database') };
}

const median = (values: readonly number[]) => percentile([...values], 0.5);

try {
  const turns: [Turn[], Turn[]] = [[], []];
  // The first three rounds warm up. The order changes with every round, so that neither side is always the first.
  for (let round = -3; round < rounds; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) {
      const turn = await takeTurn(subjects[side]);
      if (round >= 0) turns[side].push(turn);
    }
  }
  const figures = (of: readonly Turn[]) => ({
    'calls/s': Math.round(median(of.map(({ perSecond }) => perSecond))),
    'server µs/call': Math.round(median(of.map(({ server }) => server))),
    'database µs/call': Math.round(median(of.map(({ database }) => database))),
  });
  console.table({ 'with the log': figures(turns[0]), 'without it': figures(turns[1]) });
  const ratioOf = (read: (turn: Turn) => number) =>
    median(turns[0].map((turn, round) => read(turn) / read(turns[1][round] as Turn))).toFixed(3);
  console.log(`ratio throughput-with-request-log ${ratioOf(({ perSecond }) => perSecond)}`);
  console.log(`ratio server-time-with-request-log ${ratioOf(({ server }) => server)}`);
  console.log(`ratio time-with-request-log ${ratioOf(({ server, database }) => server + database)}`);
} finally {
  for (const { db } of subjects) await db.end();
  await withLog.stop();
  await without.stop();
}
