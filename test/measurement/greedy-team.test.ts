/**
 * One team attacks an engine at full rate, with what costs the engine most, while another one trickles: the other's p99 is
 * at most three times what it is alone. On Apertium, Bergamot and an engine behind HTTP.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusOf } from '../complexity/corpus.ts';
import { requestBodiesOf, requestTargets } from '../complexity/request-bodies.ts';
import { targetNamed } from '../complexity/targets/all-targets.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { explodingTexts, hardTexts, unknownWords, withoutSentenceEnds } from '../support/exploding-texts.ts';
import { quantile } from '../support/load.ts';
import { isLong, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { requestWith, runLoad } from '../support/socket-load.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

const connections = 16;
const durationMs = scale(4_000, 30_000);
/** How long the engine's server takes over a text of the greedy team, and of the other. */
const slowMs = 2_000;
const quickMs = 50;

interface Attack {
  readonly name: string;
  /** What the trickling team asks, with a number that makes each text another one. */
  readonly modest: (n: number) => object;
  readonly greedy: (n: number) => object | string;
}

const swedish = (text: string[]) => ({ text, source_lang: 'SV', target_lang: 'DA', engine: 'apertium' });
const german = (text: string[], engine: string) => ({ text, source_lang: 'EN', target_lang: 'DE', engine });
const nth = <Item>(items: readonly Item[], n: number) => items[n % items.length] as Item;
const swedishSentence = (n: number) => swedish([`Huset nummer ${n} vid floden är stort och grönt.`]);

const onApertium: Attack[] = [
  {
    name: 'apertium: words that explode',
    modest: swedishSentence,
    greedy: (n) => swedish([nth(explodingTexts, n)]),
  },
  {
    name: 'apertium: words just below what is cut off',
    modest: swedishSentence,
    greedy: (n) => swedish([nth(hardTexts, n)]),
  },
  {
    name: 'apertium: exploding texts among good ones',
    modest: swedishSentence,
    greedy: (n) => swedish(n % 10 === 0 ? [nth(explodingTexts, n / 10)] : [`Huset nummer ${n} är rött.`]),
  },
  {
    name: 'apertium: 90,000 characters without the end of a sentence',
    modest: swedishSentence,
    greedy: () => swedish([withoutSentenceEnds(90_000)]),
  },
  {
    name: 'apertium: unknown words',
    modest: swedishSentence,
    greedy: (n) => swedish([unknownWords(20_000, n)]),
  },
];

const sentences = hasTestData ? readHelpSentences().en : [];
/** One that the model translates whatever the number: on a few lines of the help it loops, and those are refused. */
const englishSentence = (n: number) =>
  german([`The house number ${n} beside the river is large and has a green garden.`], 'bergamot');
const onBergamot: Attack[] = [
  {
    name: 'bergamot: long texts',
    modest: englishSentence,
    greedy: (n) =>
      german([Array.from({ length: 500 }, (_, i) => nth(sentences, n + i)).join(' ')], 'bergamot'),
  },
  {
    name: 'bergamot: many texts',
    modest: englishSentence,
    greedy: (n) =>
      german(
        Array.from({ length: 500 }, (_, i) => nth(sentences, 7 * n + i)),
        'bergamot',
      ),
  },
];

const onHttp: Attack = {
  name: 'http: slow texts',
  modest: (n) => german([`quick ${n}`], 'remote'),
  greedy: (n) => german([`slow ${n}`], 'remote'),
};

/** Every input of the corpus, as a call to Apertium. */
const corpusBodies = requestTargets.flatMap((name) =>
  corpusOf(targetNamed(name))
    .filter(({ isSent }) => isLong || isSent)
    .flatMap((entry) => requestBodiesOf(name, entry))
    .map((body) => body.replace('"target_lang":"EO"', '"target_lang":"ES"')),
);
const withCorpus: Attack = {
  name: 'the corpus of costly inputs',
  modest: (n) => ({ text: [`The house number ${n} is big.`], source_lang: 'EN', target_lang: 'ES' }),
  greedy: (n) => nth(corpusBodies, n),
};

describe.skipIf(!hasTestData)('a greedy team', { timeout: 15 * 60_000 }, () => {
  const database = useTestDatabase();
  let folder: string;
  let models: ModelsFolder;
  let engine: EngineServer;
  let server: ServerProcess;
  let keys: readonly string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-greedy-'));
    models = await makeModelsFolder();
    engine = await startLibretranslate();
    engine.misbehave = (request, response, body) => {
      if (request.method !== 'POST') return undefined;
      const texts = body.q as string[];
      const ms = texts.some((text) => text.startsWith('slow')) ? slowMs : quickMs;
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ translatedText: texts.map((text) => text.toUpperCase()) }));
      }, ms);
      return 'handled';
    };
    const file = join(folder, 'dragoman.yaml');
    await writeFile(
      file,
      `engines:
  apertium: { pipelines: 2 }
  bergamot: { models: "${models.path}", workers: 2 }
  remote: { type: libretranslate, url: "${engine.url}", key_env: KEY_OF_THE_ENGINE }
`,
    );
    const env = {
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: file,
      DRAGOMAN_CACHE_MB: '0',
      DRAGOMAN_LOG_LEVEL: 'error',
      KEY_OF_THE_ENGINE: serverKey,
    };
    keys = await Promise.all(
      [0, 1].map(async () => (await createKey(env, await createTeamForLoad(env))).plain),
    );
    server = await startServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await engine?.[Symbol.asyncDispose]();
    await models?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function load(key: string, connections: number, ms: number, bodyOf: (n: number) => object | string) {
    let n = 0;
    const next = () => {
      const body = bodyOf(n++);
      return requestWith(key, typeof body === 'string' ? body : JSON.stringify(body));
    };
    const pauseMs = connections === 1 ? 10 : 0;
    return runLoad({ port: server.port, connections, durationMs: ms, next, pauseMs, takesAnyAnswer: true });
  }

  test.each([...onApertium, ...onBergamot, onHttp, withCorpus])('$name', async ({ name, modest, greedy }) => {
    const [greedyKey = '', modestKey = ''] = keys;
    await load(modestKey, 1, 1_500, modest);
    const alone = await load(modestKey, 1, durationMs, modest);
    const attack = load(greedyKey, connections, durationMs + 2_000, greedy);
    await delay(1_000);
    const beside = await load(modestKey, 1, durationMs, modest);
    const { times, shedTimes } = await attack;
    const ratio = quantile(beside.times, 0.99) / quantile(alone.times, 0.99);
    report(`greedy team, ${name}`, {
      alone: figures(alone.times),
      beside: figures(beside.times),
      notServed: beside.refusals,
      attack: { answered: times.length, refused: shedTimes.length },
      ratio: Number(ratio.toFixed(2)),
    });
    expect(beside.shedTimes).toEqual([]);
    expect(beside.times.length).toBeGreaterThan(0);
    if (isLong) expect(ratio).toBeLessThanOrEqual(3);
  });
});

function figures(times: readonly number[]) {
  const [p50Ms, p99Ms, mostMs] = [0.5, 0.99, 1].map((q) => Math.round(quantile(times, q) * 10) / 10);
  return { calls: times.length, p50Ms, p99Ms, mostMs };
}
