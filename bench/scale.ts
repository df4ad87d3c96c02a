/**
 * What a call costs each part of an installation, and whether that grows: with 1, 2 and 4 API processes behind HAProxy,
 * with a thousand and a million keys, with an empty and a full ledger, and with the engine on a node of its own. On a
 * machine whose cores are all taken, more processes are not faster; what must stay the same is the processor time of a
 * call, which is what more machines multiply.
 *
 *   npm run bench:scale                       one million calls stored
 *   DRAGOMAN_LONG=1 npm run bench:scale       ten million, and longer rounds
 */
import { rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openTestPool } from '../test/support/pool.ts';
import { seedTeams } from '../test/support/seed-teams.ts';
import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { print, printRatio, printTable } from './support/figures.ts';
import { percentile } from './support/latency.ts';
import { type Part, postgresPart, startMeter, type Work } from './support/part-meter.ts';
import {
  addDatabase,
  type Balanced,
  balance,
  keysPerTeam,
  type Nodes,
  type OwnServices,
  plainKey,
  seedKeys,
  startNodes,
  startOwnServices,
} from './support/scaled-installation.ts';
import { seedLedger } from './support/seed-ledger.ts';
import { bytesPerRow, redisFigure, redisKeys, startStoreMeter } from './support/store-meter.ts';

const isLong = process.env.DRAGOMAN_LONG === '1';
const storedCalls = isLong ? 10_000_000 : 1_000_000;
const manyKeys = 1_000_000;
const fewKeys = 1_000;
const rounds = isLong ? 7 : 4;
const load = { connections: 64, durationMs: isLong ? 4_000 : 2_500 };
/** Cold code costs a multiple: every process is to have had this many calls before anything counts, if there is time. */
const warmCalls = 3_000;
const warmAtMostMs = 20_000;
/** How long the installations are watched while nobody calls. */
const idleMs = 3_000;
const partNames = ['API', 'engine node', 'HAProxy', 'Postgres', 'Redis', 'load generator'] as const;

interface Subject {
  readonly name: string;
  readonly databaseUrl: string;
  readonly port: number;
  readonly next: () => Buffer;
  readonly processes: number;
  readonly parts: readonly Part[];
  readonly rounds: Round[];
  close(): Promise<void>;
}

interface Round {
  readonly calls: number;
  readonly perSecond: number;
  readonly times: readonly number[];
  /** Processor time of each part, in microseconds a call. */
  readonly cost: ReadonlyMap<string, number>;
  /** What part of one core each took. */
  readonly busy: ReadonlyMap<string, number>;
}

const services = await startOwnServices();
const redisPort = Number(new URL(services.redisUrl).port);
const pidsOf = (nodes: Nodes) => () => nodes.map(({ pid }) => pid);

async function open(
  name: string,
  databaseUrl: string,
  nodes: Nodes,
  next: () => Buffer,
  engineNodes: Nodes = [],
): Promise<Subject> {
  const { port, haproxy }: Balanced = await balance(nodes);
  const parts: Part[] = [
    { name: 'API', pids: pidsOf(nodes) },
    { name: 'engine node', pids: pidsOf(engineNodes) },
    { name: 'HAProxy', pids: () => [haproxy.pid] },
    postgresPart(services.postgresPid),
    { name: 'Redis', pids: () => [services.redisPid] },
  ];
  const close = async () => {
    await haproxy.stop();
    await Promise.all([...nodes, ...engineNodes].map((node) => node.stop()));
  };
  return { name, databaseUrl, port, next, processes: nodes.length, parts, rounds: [], close };
}

/** A front whose only engine is another Dragoman, as docs/run/install.md has it. */
async function openFront(databaseUrl: string, next: () => Buffer): Promise<Subject> {
  const engineNodes = await startNodes(services, databaseUrl, 1);
  const pool = openTestPool(databaseUrl, 1);
  const [team] = await seedTeams(pool, 1, { quota: 1_000_000_000_000 });
  await pool.end();
  const file = join(tmpdir(), `dragoman-bench-front-${process.pid}.yaml`);
  await writeFile(
    file,
    `engines:\n  inner: { type: deepl, url: "${engineNodes[0]?.url}", key_env: INNER_KEY }\n`,
  );
  const nodes = await startNodes(services, databaseUrl, 1, {
    DRAGOMAN_STUB_ENGINE: '',
    DRAGOMAN_CONFIG: file,
    INNER_KEY: team?.key ?? '',
  });
  // It was read at the start.
  await rm(file);
  return open('1 process, engine on a node of its own', databaseUrl, nodes, next, engineNodes);
}

async function openSubjects(own: OwnServices): Promise<Subject[]> {
  const plain = await addDatabase(own, 'few');
  await seedKeys(plain, fewKeys);
  const wide = await addDatabase(own, 'many');
  await seedKeys(wide, manyKeys);
  const full = await addDatabase(own, 'full');
  const pool = openTestPool(full, 1);
  // As many teams and keys as where the ledger is empty, so that nothing but the ledger differs.
  const teams = await seedTeams(pool, fewKeys / keysPerTeam, { keys: keysPerTeam });
  await pool.end();
  await seedLedger(full, teams, storedCalls);

  const few = inTurn(Array.from({ length: fewKeys }, (_, n) => plainKey(n)));
  // In steps that share no divisor with their number: every key is met before one comes again.
  const drawn = Array.from({ length: 200_000 }, (_, n) => plainKey((n * 611_953) % manyKeys));
  const stored = storedCalls.toLocaleString('en');
  return [
    await open('1 process', plain, await startNodes(own, plain, 1), few),
    await open('2 processes', plain, await startNodes(own, plain, 2), few),
    await open('4 processes', plain, await startNodes(own, plain, 4), few),
    await open('2, 1,000,000 keys, 1,000 call', wide, await startNodes(own, wide, 2), few),
    await open('2, 1,000,000 keys, all call', wide, await startNodes(own, wide, 2), inTurn(drawn)),
    await open(
      `2, ${stored} calls stored`,
      full,
      await startNodes(own, full, 2),
      inTurn(teams.flatMap(({ keys }) => keys.map(({ plain }) => plain))),
    ),
    await openFront(plain, few),
  ];
}

async function warmUp({ port, next, processes }: Subject): Promise<void> {
  const until = performance.now() + warmAtMostMs;
  for (let calls = 0; calls < warmCalls * processes && performance.now() < until; ) {
    calls += (await runLoad({ port, next, ...load, durationMs: 1_000 })).times.length;
  }
}

/** What the parts do by themselves, as a share of the time: heartbeats, probes, reports of all that run side by side. */
async function measureIdle({ parts }: Subject): Promise<Work> {
  const stop = startMeter(parts);
  await delay(idleMs);
  return new Map([...stop()].map(([name, ms]) => [name, ms / idleMs]));
}

async function measure({ port, next, parts }: Subject, idle: Work): Promise<Round> {
  const stop = startMeter(parts);
  const started = performance.now();
  const { perSecond, times } = await runLoad({ port, next, ...load });
  const elapsedMs = performance.now() - started;
  const work = [...stop()].map(([name, ms]): [string, number] => [
    name,
    Math.max(0, ms - (idle.get(name) ?? 0) * elapsedMs),
  ]);
  return {
    calls: times.length,
    perSecond,
    times,
    cost: new Map(work.map(([name, ms]) => [name, (ms * 1_000) / times.length])),
    busy: new Map(work.map(([name, ms]) => [name, ms / elapsedMs])),
  };
}

const medianOf = (subject: Subject, figure: (round: Round) => number) =>
  percentile(subject.rounds.map(figure), 0.5);
const costOf = (subject: Subject, part: string) => medianOf(subject, ({ cost }) => cost.get(part) ?? 0);
/** What an installation pays for: not the load generator. */
const wholeCost = (round: Round) =>
  partNames.slice(0, -1).reduce((sum, part) => sum + (round.cost.get(part) ?? 0), 0);

function printSubjects(subjects: readonly Subject[]): void {
  print('\nµs of processor time a call; calls/s and ms at 64 connections');
  printTable(
    ['installation', 'calls/s', 'p50 ms', 'p99 ms', ...partNames, 'all but load'],
    subjects.map((subject) => [
      subject.name,
      medianOf(subject, ({ perSecond }) => perSecond).toFixed(0),
      medianOf(subject, ({ times }) => percentile(times, 0.5)).toFixed(1),
      medianOf(subject, ({ times }) => percentile(times, 0.99)).toFixed(1),
      ...partNames.map((part) => costOf(subject, part).toFixed(0)),
      medianOf(subject, wholeCost).toFixed(0),
    ]),
  );
  print('\ncores that each part took meanwhile');
  printTable(
    ['installation', ...partNames],
    subjects.map((subject) => [
      subject.name,
      ...partNames.map((part) => medianOf(subject, ({ busy }) => busy.get(part) ?? 0).toFixed(2)),
    ]),
  );
}

/** What calls leave behind in the stores; with all calls at once, and with one after the other. */
async function printStores(subject: Subject, full: Subject): Promise<void> {
  const pool = new pg.Pool({ connectionString: subject.databaseUrl, max: 1 });
  const rows: string[][] = [];
  for (const connections of [1, 8, 64]) {
    const stop = await startStoreMeter(pool, redisPort);
    const { times } = await runLoad({
      port: subject.port,
      next: subject.next,
      connections,
      durationMs: 3_000,
    });
    // Longer than the statistics of a backend take to arrive.
    await delay(1_500);
    const { walBytes, syncs, redisCommands } = await stop();
    rows.push(
      [
        connections,
        times.length,
        walBytes / times.length,
        times.length / syncs,
        redisCommands / times.length,
      ].map((figure) => (Number.isInteger(figure) ? String(figure) : figure.toFixed(2))),
    );
  }
  await pool.end();
  print('\nstores, 2 processes');
  printTable(
    ['connections', 'calls', 'WAL bytes a call', 'calls a sync of the log', 'Redis commands a call'],
    rows,
  );
  const fullPool = new pg.Pool({ connectionString: full.databaseUrl, max: 1 });
  for (const table of ['calls', 'usage_hourly'] as const) {
    print(`bytes a row of ${table}, indexes included: ${(await bytesPerRow(fullPool, table)).toFixed(0)}`);
  }
  await fullPool.end();
  const memory = await redisFigure(redisPort, 'memory', 'used_memory');
  print(`Redis: ${(memory / 1_000_000).toFixed(1)} MB used, ${await redisKeys(redisPort)} keys`);
}

function printRatios([one, two, four, wide, cold, full, front]: readonly Subject[]): void {
  if (!one || !two || !four || !wide || !cold || !full || !front) throw new Error('a subject is missing');
  // Round by round, then the median: what else the machine does hits both sides of a round alike.
  const against = (subject: Subject, base: Subject) =>
    percentile(
      subject.rounds.map((round, i) => wholeCost(round) / wholeCost(base.rounds[i] ?? round)),
      0.5,
    );
  printRatio('scale-cost-two-processes', against(two, one));
  printRatio('scale-cost-four-processes', against(four, one));
  printRatio('scale-cost-million-keys', against(wide, two));
  printRatio('scale-cost-million-keys-calling', against(cold, two));
  printRatio('scale-cost-full-ledger', against(full, two));
  printRatio('scale-cost-engine-node', against(front, one));
}

try {
  const started = performance.now();
  const subjects = await openSubjects(services);
  print(`made ready in ${Math.round((performance.now() - started) / 1_000)} s, ${rounds} rounds`);
  try {
    for (const subject of subjects) await warmUp(subject);
    const idle = new Map<Subject, Work>();
    for (const subject of subjects) idle.set(subject, await measureIdle(subject));
    for (let round = 0; round < rounds; round++) {
      for (const subject of subjects) {
        subject.rounds.push(await measure(subject, idle.get(subject) ?? new Map()));
      }
    }
    print(
      `load average at the end: ${loadavg()
        .map((n) => n.toFixed(1))
        .join(', ')}`,
    );
    printSubjects(subjects);
    const [, two, , , , full] = subjects;
    if (two !== undefined && full !== undefined) await printStores(two, full);
    print();
    printRatios(subjects);
  } finally {
    await Promise.all(subjects.map((subject) => subject.close()));
  }
} finally {
  await services.stop();
}
