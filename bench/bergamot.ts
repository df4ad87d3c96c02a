/**
 * How fast the neural engine is, and what the server costs on top of it. The bare side is the WASM in threads of its
 * own, with the own kernel and with the built-in one; the other side is HTTP, in calls of 32 sentences and from 64 callers with one short
 * text each. Also how long one sentence takes, and how late the server's event loop is while both cores translate.
 * Rounds alternate and medians are taken.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeModelsFolder, readHelpSentences } from '../test/support/bergamot-models.ts';
import { measured } from '../test/support/event-loop-reports.ts';
import { startServer } from '../test/support/server-process.ts';
import { type BareWasm, openBareWasm } from './support/bare-wasm.ts';
import { withBenchServer } from './support/bench-server.ts';
import { median, print, printRatio, printTable } from './support/figures.ts';
import { type NeuralClient, openNeuralClient } from './support/neural-client.ts';

const maxRounds = 7;
/** As CI runs it: one round, and a short one. */
const isShort = process.env.DRAGOMAN_BENCH_SHORT === '1';
const timeBudgetMs = isShort ? 0 : 170_000;
const textsPerCall = 32;
const callsPerRound = isShort ? 4 : 8;
const shortTextsPerRound = isShort ? 96 : 192;
/** Two calls for each thread: none ever waits for the next. */
const connections = 4;
const callers = 64;
const maxShortLength = 60;

const { en, expected } = readHelpSentences();
const texts = en.slice(0, textsPerCall * callsPerRound);
const calls = Array.from({ length: callsPerRound }, (_, i) =>
  texts.slice(i * textsPerCall, (i + 1) * textsPerCall),
);
const shortTexts = en.filter(({ length }) => length <= maxShortLength).slice(0, shortTextsPerRound);
const singleCalls = shortTexts.map((text) => [text]);
/** One by one they take three times as long. */
const singleTexts = texts.slice(0, isShort ? 32 : 96);
/** Each of its texts takes several times as long: random weights never end a sentence. */
const syntheticTexts = shortTexts.slice(0, isShort ? 16 : 48);
const [sentence = ''] = en;

const wordsOf = (list: readonly string[]) => list.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
const perSecond = (list: readonly string[], durationMs: number) => (wordsOf(list) * 1_000) / durationMs;

interface Sides {
  /** The small real model, and one with random weights. */
  readonly real: { readonly own: BareWasm; readonly builtin: BareWasm };
  readonly synthetic: { readonly own: BareWasm; readonly builtin: BareWasm };
  readonly two: NeuralClient;
  readonly one: NeuralClient;
  /** How late the event loop was since the last question, at its 99th percentile. */
  eventLoopMs(): Promise<number>;
}

/** Words per second unless the name says otherwise. */
async function measureRound({ real, synthetic, two, one, eventLoopMs }: Sides) {
  const timeBare = async (workers: number) => perSecond(texts, await real.own.run(texts, { workers }));
  const timeOneByOne = async (bare: BareWasm, list: readonly string[], workers: number) =>
    perSecond(list, await bare.run(list, { workers, isOneByOne: true }));
  const before = await timeBare(2);
  await eventLoopMs();
  const http = perSecond(texts, await two.time(calls, connections));
  const lateMs = await eventLoopMs();
  const bare = (before + (await timeBare(2))) / 2;
  const bareAlone = await timeBare(1);
  const httpAlone = perSecond(texts, await one.time(calls, connections));
  const builtin = await timeOneByOne(real.builtin, singleTexts, 2);
  const own = await timeOneByOne(real.own, singleTexts, 2);
  const builtinShort = await timeOneByOne(real.builtin, shortTexts, 2);
  const httpShort = perSecond(shortTexts, await two.time(singleCalls, callers));
  const syntheticBuiltin = await timeOneByOne(synthetic.builtin, syntheticTexts, 1);
  const syntheticOwn = await timeOneByOne(synthetic.own, syntheticTexts, 1);
  const syntheticGrouped = perSecond(syntheticTexts, await synthetic.own.run(syntheticTexts, { workers: 1 }));
  const sentenceMs = median(await two.latencies(sentence, isShort ? 5 : 15));
  return {
    ...{ bare, http, bareAlone, httpAlone, builtin, own, builtinShort, httpShort },
    ...{ syntheticBuiltin, syntheticOwn, syntheticGrouped, sentenceMs, lateMs },
  };
}

type Round = Awaited<ReturnType<typeof measureRound>>;

/** Also loads the models everywhere. */
async function compareAnswers({ real, synthetic, two, one }: Sides): Promise<void> {
  const sample = texts.slice(0, textsPerCall);
  for (const answers of [
    await real.own.translate(sample),
    await real.builtin.translate(sample, true),
    await two.translate(sample),
    await one.translate(sample),
  ]) {
    if (answers.some((answer, i) => answer !== expected[i]))
      throw new Error('the answers are not the model’s');
  }
  const random = await synthetic.builtin.translate(syntheticTexts, true);
  const grouped = await synthetic.own.translate(syntheticTexts);
  if (grouped.some((answer, i) => answer !== random[i]))
    throw new Error('the kernels give different answers');
  for (const bare of [real.own, real.builtin]) await bare.run(sample, { workers: 2 });
  await two.time(singleCalls, callers);
}

async function measure(sides: Sides): Promise<Round[]> {
  await compareAnswers(sides);
  const until = performance.now() + timeBudgetMs;
  const rounds: Round[] = [];
  do rounds.push(await measureRound(sides));
  while (rounds.length < maxRounds && performance.now() < until);
  return rounds;
}

async function configFor(folder: string, workers: number): Promise<string> {
  const file = join(folder, `workers-${workers}.yaml`);
  await writeFile(
    file,
    `engines:\n  bergamot: { models: "${folder}", workers: ${workers}, pinned: [en-de] }\n`,
  );
  return file;
}

async function runBench(): Promise<Round[]> {
  await using folder = await makeModelsFolder(['en-es']);
  const eventLoop = measured();
  const env = {
    DRAGOMAN_LOG_LEVEL: 'warn',
    ...eventLoop.env,
    DRAGOMAN_CONFIG: await configFor(folder.path, 2),
  };
  return await withBenchServer(env, async ({ server, key, env: serverEnv }) => {
    const other = await startServer({ ...serverEnv, DRAGOMAN_CONFIG: await configFor(folder.path, 1) });
    const [two, one] = [
      openNeuralClient(server.port, key, callers),
      openNeuralClient(other.port, key, callers),
    ];
    const open = async (name: string, workers: number) => ({
      own: await openBareWasm(folder.path, name, workers, 'own'),
      builtin: await openBareWasm(folder.path, name, workers, 'builtin'),
    });
    const [real, synthetic] = [await open('en-de', 2), await open('en-es', 1)];
    try {
      const eventLoopMs = async () => (await eventLoop.next(server.pid)).byClock.p99Ms;
      return await measure({ real, synthetic, two, one, eventLoopMs });
    } finally {
      for (const each of [two, one]) each.close();
      for (const { own, builtin } of [real, synthetic]) await Promise.all([own.close(), builtin.close()]);
      await other.stop();
    }
  });
}

const rounds = await runBench();
const columns = {
  bare: 'bare, 2 threads',
  http: 'HTTP, 2',
  bareAlone: 'bare, 1',
  httpAlone: 'HTTP, 1',
  builtin: 'built-in one by one, 2',
  own: 'own one by one, 2',
  builtinShort: 'short: built-in, 2',
  httpShort: '64 callers, 2',
  syntheticBuiltin: 'random built-in, 1',
  syntheticOwn: 'own, 1',
  syntheticGrouped: 'grouped, 1',
  sentenceMs: 'one sentence, ms',
  lateMs: 'event loop p99, ms',
} as const satisfies Record<keyof Round, string>;
const names = Object.keys(columns) as (keyof Round)[];
const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
print(
  `en → de, ${texts.length} sentences of software help in calls of ${textsPerCall}, ` +
    `${shortTexts.length} of at most ${maxShortLength} characters one by one; words per second`,
);
printTable(
  ['round', ...Object.values(columns)],
  [
    ...rounds.map((round, i) => [String(i + 1), ...names.map((name) => round[name].toFixed(0))]),
    ['median', ...names.map((name) => middle((round) => round[name]).toFixed(0))],
  ],
);
printRatio(
  'bergamot',
  middle(({ http, bare }) => http / bare),
);
printRatio(
  'bergamot-two-workers',
  middle(({ http, httpAlone, bare, bareAlone }) => http / httpAlone / (bare / bareAlone)),
);
printRatio(
  'bergamot-kernel',
  middle(({ own, builtin }) => own / builtin),
);
printRatio(
  'bergamot-batched',
  middle(({ httpShort, builtinShort }) => httpShort / builtinShort),
);
printRatio(
  'bergamot-kernel-synthetic',
  middle(({ syntheticOwn, syntheticBuiltin }) => syntheticOwn / syntheticBuiltin),
);
printRatio(
  'bergamot-batched-synthetic',
  middle(({ syntheticGrouped, syntheticBuiltin }) => syntheticGrouped / syntheticBuiltin),
);
printRatio(
  'bergamot-sentence-ms',
  middle(({ sentenceMs }) => sentenceMs),
);
printRatio(
  'bergamot-event-loop-ms',
  middle(({ lateMs }) => lateMs),
);
