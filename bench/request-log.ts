/**
 * What does the request log cost a gateway? Processor time per call decides: on two cores that also make the load, it is
 * what limits throughput. It is measured in two ways, in short turns of each:
 *
 * - The work of the log alone, compared with the work of a whole call. Steady, also while other work keeps the machine busy.
 * - Two servers with an engine that answers at once, one with the log and one without. This contains everything, but other
 *   work on the machine changes how many calls share a charge, and with it the time of a call by more than the log does.
 *
 * Times are read in nanoseconds: ten milliseconds, the usual unit, are a tenth of what Postgres works in a turn.
 *
 *   scripts/bench request-log
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openTestPool } from '../test/support/pool.ts';
import { threadsWorkedMs } from '../test/support/process-table.ts';
import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { type NullEngineServer, startNullEngineServer } from './support/null-engine-server.ts';
import { type LogWork, openLogMeter } from './support/request-log-parts.ts';

/** Each has two turns of both servers, and takes six seconds. */
const rounds = Number(
  process.env.DRAGOMAN_BENCH_ROUNDS ?? (process.env.DRAGOMAN_BENCH_SHORT === '1' ? 8 : 30),
);
/** In a turn of the log alone. */
const loggedCalls = 2_000;
const load = { connections: 64, durationMs: 700 };
/** The last batch of the log is written within this time; it belongs to its turn. */
const lastBatchMs = 500;

const noSeed = async () => {};
const withLog = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '7' });
const without = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '0' });
const meter = await openLogMeter(without.databaseUrl, without.manyTeams);
const subjects = [subjectOf(withLog), subjectOf(without)] as const;

function subjectOf({ server, manyTeams, databaseUrl }: NullEngineServer) {
  return {
    pid: server.pid,
    db: openTestPool(databaseUrl, 1),
    load: { ...load, port: server.port, next: inTurn(manyTeams.map(({ key }) => key)) },
  };
}

type Subject = (typeof subjects)[number];

/** Processor time of the database's processes that work for a server. */
async function readBackends({ db }: Subject): Promise<Map<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return new Map(rows.map(({ pid }) => [pid, threadsWorkedMs(pid)]));
}

interface Round {
  readonly withLog: Turns;
  readonly without: Turns;
  readonly log: LogWork;
}

interface Turns {
  calls: number;
  loadMs: number;
  serverMs: number;
  databaseMs: number;
}

async function takeTurn(subject: Subject, turns: Turns): Promise<void> {
  const [server, backends] = [threadsWorkedMs(subject.pid), await readBackends(subject)];
  const { perSecond, times } = await runLoad(subject.load);
  await delay(lastBatchMs);
  turns.serverMs += threadsWorkedMs(subject.pid) - server;
  for (const [pid, ms] of await readBackends(subject)) turns.databaseMs += ms - (backends.get(pid) ?? 0);
  turns.calls += times.length;
  turns.loadMs += (times.length / perSecond) * 1_000;
}

/** Each goes first and last once, so that what changes during the round meets both alike. */
async function takeRound(): Promise<Round> {
  const newTurns = () => ({ calls: 0, loadMs: 0, serverMs: 0, databaseMs: 0 });
  const turns: [Turns, Turns] = [newTurns(), newTurns()];
  for (const side of [0, 1, 1, 0] as const) await takeTurn(subjects[side], turns[side]);
  return { withLog: turns[0], without: turns[1], log: await meter.measure(loggedCalls) };
}

const serverTime = ({ calls, serverMs }: Turns) => (serverMs / calls) * 1_000;
const databaseTime = ({ calls, databaseMs }: Turns) => (databaseMs / calls) * 1_000;
const bothTimes = (turns: Turns) => serverTime(turns) + databaseTime(turns);
const throughput = ({ calls, loadMs }: Turns) => (calls / loadMs) * 1_000;

const bothOfLog = ({ server, database }: LogWork) => server + database;

/** Each with what the log adds to it, if that is measured alone. */
const figures = {
  'server, µs per call': { of: serverTime, log: ({ server }: LogWork) => server },
  'database, µs per call': { of: databaseTime, log: ({ database }: LogWork) => database },
  'both, µs per call': { of: bothTimes, log: bothOfLog },
  'calls per second': { of: throughput, log: undefined },
};

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

/** In 95 of 100 runs, the true median is within this distance of the middle of the sorted values. */
const halfInterval = 0.98 / Math.sqrt(rounds);

const median = (values: readonly number[]) => at(values, 0.5);
const interval = (values: readonly number[]) =>
  [0.5 - halfInterval, 0.5 + halfInterval].map((part) => at(values, part).toFixed(3)).join(' to ');

try {
  for (let warmUp = 0; warmUp < 3; warmUp++) await takeRound();
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await takeRound());
  const table: Record<string, Record<string, string>> = {};
  for (const [name, { of, log }] of Object.entries(figures)) {
    const sideBySide = taken.map((round) => of(round.withLog) / of(round.without));
    const alone = log && taken.map((round) => 1 + log(round.log) / of(round.without));
    table[name] = {
      'without the log': median(taken.map((round) => of(round.without))).toFixed(0),
      'log alone': log === undefined ? '' : median(taken.map((round) => log(round.log))).toFixed(1),
      ratio: alone === undefined ? '' : median(alone).toFixed(3),
      '95 %': alone === undefined ? '' : interval(alone),
      'side by side': median(sideBySide).toFixed(3),
      '95 % side by side': interval(sideBySide),
    };
  }
  console.table(table);
  const share = median(taken.map((round) => bothOfLog(round.log) / bothTimes(round.without)));
  console.log(`ratio request-log-share ${share.toFixed(4)}`);
} finally {
  await meter.close();
  for (const { db } of subjects) await db.end();
  await withLog.stop();
  await without.stop();
}
