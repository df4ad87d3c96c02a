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
import { print, printTable } from './support/figures.ts';
import { type Part, postgresPart, startMeter, type Work } from './support/part-meter.ts';
import { printRatios, printSubjects, type Round, type Subject } from './support/scale-report.ts';
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
const rounds = isLong ? 7 : 3;
/** As much work for each process, however many there are: calls that come together share commits and turns of the loop. */
const connectionsEach = 64;
const durationMs = isLong ? 4_000 : 2_500;
/** Cold code costs a multiple: every process is to have had this many calls before anything counts, if there is time. */
const warmCalls = 20_000;
const warmAtMostMs = isLong ? 90_000 : 20_000;
/** How long the installations are watched while nobody calls. */
const idleMs = 3_000;

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

/** What each needs is made ready now; it is opened when its turn comes, so that nothing else runs beside it. */
async function prepareSubjects(own: OwnServices): Promise<(() => Promise<Subject>)[]> {
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
  const ofFull = inTurn(teams.flatMap(({ keys }) => keys.map(({ plain }) => plain)));
  const subject = (name: string, url: string, processes: number, next: () => Buffer) => async () =>
    open(name, url, await startNodes(own, url, processes), next);
  return [
    subject('1 process', plain, 1, few),
    subject('2 processes', plain, 2, few),
    subject('4 processes', plain, 4, few),
    subject('2, 1,000,000 keys, 1,000 call', wide, 2, few),
    subject('2, 1,000,000 keys, all call', wide, 2, inTurn(drawn)),
    subject(`2, ${stored} calls stored`, full, 2, ofFull),
    () => openFront(plain, few),
  ];
}

async function warmUp({ port, next, processes }: Subject): Promise<void> {
  const until = performance.now() + warmAtMostMs;
  for (let calls = 0; calls < warmCalls * processes && performance.now() < until; ) {
    const connections = connectionsEach * processes;
    calls += (await runLoad({ port, next, connections, durationMs: 1_000 })).times.length;
  }
}

/** What the parts do by themselves, as a share of the time: heartbeats, probes, reports. */
async function measureIdle({ parts }: Subject): Promise<Work> {
  const stop = startMeter(parts);
  await delay(idleMs);
  return new Map([...stop()].map(([name, ms]) => [name, ms / idleMs]));
}

async function measure({ port, next, processes, parts }: Subject, idle: Work): Promise<Round> {
  const stop = startMeter(parts);
  const started = performance.now();
  const { perSecond, times } = await runLoad({
    port,
    next,
    connections: connectionsEach * processes,
    durationMs,
  });
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

/** What calls leave behind in the stores; with all calls at once, and with one after the other. */
async function printStores(subject: Subject): Promise<void> {
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
  print('\nstores, 2 processes');
  printTable(
    ['connections', 'calls', 'WAL bytes a call', 'calls a sync of the log', 'Redis commands a call'],
    rows,
  );
  for (const table of ['calls', 'usage_hourly'] as const) {
    print(`bytes a row of ${table}, indexes included: ${(await bytesPerRow(pool, table)).toFixed(0)}`);
  }
  await pool.end();
  const memory = await redisFigure(redisPort, 'memory', 'used_memory');
  print(`Redis: ${(memory / 1_000_000).toFixed(1)} MB used, ${await redisKeys(redisPort)} keys`);
}

try {
  const started = performance.now();
  const prepared = await prepareSubjects(services);
  print(`made ready in ${Math.round((performance.now() - started) / 1_000)} s, ${rounds} rounds`);
  const subjects: Subject[] = [];
  for (const openNext of prepared) {
    const subject = await openNext();
    try {
      await warmUp(subject);
      const idle = await measureIdle(subject);
      for (let round = 0; round < rounds; round++) subject.rounds.push(await measure(subject, idle));
      // Where rows are many enough to have a size.
      if (subject.name.endsWith('stored')) await printStores(subject);
    } finally {
      await subject.close();
    }
    subjects.push(subject);
  }
  const load = loadavg().map((n) => n.toFixed(1));
  print(`load average at the end: ${load.join(', ')}`);
  printSubjects(subjects);
  print();
  printRatios(subjects);
} finally {
  await services.stop();
}
