/**
 * What the server costs on top of a neural engine: words per second through HTTP against the bare WASM in as many
 * threads, whether a second thread is worth as much to the server as to the bare engine, and how late the server's event
 * loop is while both cores translate. Rounds alternate and medians are taken.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeModelsFolder, readHelpSentences } from '../test/support/bergamot-models.ts';
import { measured } from '../test/support/event-loop-reports.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';
import { type BareWasm, openBareWasm } from './support/bare-wasm.ts';
import { withBenchServer } from './support/bench-server.ts';
import { median, print, printRatio, printTable, timeAll } from './support/figures.ts';
import { type HttpClient, openHttpClient } from './support/http-client.ts';

const maxRounds = 7;
/** As CI runs it: one round, and a short one. */
const isShort = process.env.DRAGOMAN_BENCH_SHORT === '1';
const timeBudgetMs = isShort ? 0 : 170_000;
const textsPerCall = 32;
const callsPerRound = isShort ? 4 : 8;
/** Two calls for each thread: none ever waits for the next. */
const connections = 4;

const { en, expected } = readHelpSentences();
const texts = en.slice(0, textsPerCall * callsPerRound);
const calls = Array.from({ length: callsPerRound }, (_, i) =>
  texts.slice(i * textsPerCall, (i + 1) * textsPerCall),
);
const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
const wordsPerSecond = (durationMs: number) => (words * 1_000) / durationMs;

interface Dragoman {
  translate(text: readonly string[]): Promise<string[]>;
}

function dragomanAt({ port }: ServerProcess, key: string): Dragoman & Pick<HttpClient, 'close'> {
  const http = openHttpClient(port, connections);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  return {
    async translate(text) {
      const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'DE' });
      const answer = await http.send({ method: 'POST', path: '/v1/translate', headers }, body);
      const { translations } = JSON.parse(answer) as { translations: { text: string }[] };
      return translations.map((translation) => translation.text);
    },
    close: http.close,
  };
}

async function timeDragoman(dragoman: Dragoman): Promise<number> {
  const durationMs = await timeAll(calls, connections, async (call) => {
    await dragoman.translate(call);
  });
  return wordsPerSecond(durationMs);
}

interface Round {
  /** Words per second, with two threads and with one. */
  readonly bare: number;
  readonly http: number;
  readonly bareAlone: number;
  readonly httpAlone: number;
  readonly eventLoopMs: number;
}

interface Sides {
  readonly bare: BareWasm;
  readonly two: Dragoman;
  readonly one: Dragoman;
  /** How late the event loop was since the last question, at its 99th percentile. */
  eventLoopMs(): Promise<number>;
}

async function measure({ bare, two, one, eventLoopMs }: Sides): Promise<Round[]> {
  const timeBare = async (count: number) => wordsPerSecond(await bare.run(texts, count));
  // Also loads the models everywhere.
  const sample = texts.slice(0, textsPerCall);
  for (const answers of [
    await bare.translate(sample),
    await two.translate(sample),
    await one.translate(sample),
  ]) {
    if (answers.some((answer, i) => answer !== expected[i]))
      throw new Error('the answers are not the model’s');
  }
  await bare.run(sample, 2);
  const until = performance.now() + timeBudgetMs;
  const rounds: Round[] = [];
  do {
    const before = await timeBare(2);
    await eventLoopMs();
    const http = await timeDragoman(two);
    const late = await eventLoopMs();
    const after = await timeBare(2);
    rounds.push({
      bare: (before + after) / 2,
      http,
      bareAlone: await timeBare(1),
      httpAlone: await timeDragoman(one),
      eventLoopMs: late,
    });
  } while (rounds.length < maxRounds && performance.now() < until);
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
  await using folder = await makeModelsFolder();
  const eventLoop = measured();
  const env = {
    DRAGOMAN_LOG_LEVEL: 'warn',
    ...eventLoop.env,
    DRAGOMAN_CONFIG: await configFor(folder.path, 2),
  };
  return await withBenchServer(env, async ({ server, key, env: serverEnv }) => {
    const other = await startServer({ ...serverEnv, DRAGOMAN_CONFIG: await configFor(folder.path, 1) });
    const [two, one] = [dragomanAt(server, key), dragomanAt(other, key)];
    const bare = await openBareWasm(folder.path, 'en-de', 2);
    try {
      const eventLoopMs = async () => (await eventLoop.next(server.pid)).byClock.p99Ms;
      return await measure({ bare, two, one, eventLoopMs });
    } finally {
      for (const each of [two, one]) each.close();
      await bare.close();
      await other.stop();
    }
  });
}

const rounds = await runBench();
const columns = ['bare', 'http', 'bareAlone', 'httpAlone', 'eventLoopMs'] as const;
print(`en → de, ${texts.length} sentences of software help, calls of ${textsPerCall}, words per second`);
printTable(
  ['round', 'bare, 2 threads', 'HTTP, 2 threads', 'bare, 1', 'HTTP, 1', 'event loop p99, ms'],
  [
    ...rounds.map((round, i) => [String(i + 1), ...columns.map((column) => round[column].toFixed(0))]),
    ['median', ...columns.map((column) => median(rounds.map((round) => round[column])).toFixed(0))],
  ],
);
printRatio('bergamot', median(rounds.map(({ http, bare }) => http / bare)));
printRatio(
  'bergamot-two-workers',
  median(rounds.map(({ http, httpAlone, bare, bareAlone }) => http / httpAlone / (bare / bareAlone))),
);
printRatio('bergamot-event-loop-ms', median(rounds.map(({ eventLoopMs }) => eventLoopMs)));
