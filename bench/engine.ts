/**
 * What the server costs on top of the engine: texts per second through HTTP in calls of 64, against the same
 * pipelines fed directly, and against Debian's own Apertium server. Rounds alternate and medians are taken,
 * because a shared machine is never quiet for long.
 */
import { availableParallelism } from 'node:os';
import { type Apy, openApy } from './support/apy.ts';
import { type BarePipelines, openBarePipelines } from './support/bare-pipelines.ts';
import { withBenchServer } from './support/bench-server.ts';
import { median, print, printRatio, printTable, timeAll } from './support/figures.ts';
import { type HttpClient, openHttpClient } from './support/http-client.ts';
import { cycle, readFloresSentences } from './support/test-data.ts';

const pipelines = availableParallelism();
const maxRounds = process.env.DRAGOMAN_BENCH_SHORT === '1' ? 5 : 7;
/** On a busy machine there are fewer rounds: the bench must end within five minutes. */
const timeBudgetMs = 200_000;
const textsPerCall = 64;
const callsPerRound = 20;
/** Enough that the pipelines never wait for a call: each keeps 32 texts inside, a call brings 64. */
const connections = 8;
const singleTextsPerRound = 640;
const singleConnections = 64;
const apyTextsPerRound = 160;
const apyConnections = 16;

const sentences = await readFloresSentences('en');
const texts = cycle(sentences, textsPerCall * callsPerRound);
const calls = Array.from({ length: callsPerRound }, (_, i) =>
  texts.slice(i * textsPerCall, (i + 1) * textsPerCall),
);

interface Dragoman {
  translate(text: readonly string[], cached?: 'cached'): Promise<string[]>;
}

function dragomanClient(http: HttpClient, key: string): Dragoman {
  const cachedHeaders = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const freshHeaders = { ...cachedHeaders, 'cache-control': 'no-store' };
  return {
    async translate(text, cached) {
      const headers = cached ? cachedHeaders : freshHeaders;
      const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' });
      const answer = await http.send({ method: 'POST', path: '/v1/translate', headers }, body);
      const { translations } = JSON.parse(answer) as { translations: { text: string }[] };
      if (translations.length !== text.length) throw new Error('an answer is missing');
      return translations.map((translation) => translation.text);
    },
  };
}

const perSecond = (count: number, durationMs: number) => (count * 1_000) / durationMs;

async function timeDragoman(dragoman: Dragoman, cached?: 'cached'): Promise<number> {
  const durationMs = await timeAll(calls, connections, async (call) => {
    await dragoman.translate(call, cached);
  });
  return perSecond(texts.length, durationMs);
}

async function timeSingles(dragoman: Dragoman): Promise<number> {
  const some = texts.slice(0, singleTextsPerRound);
  const durationMs = await timeAll(some, singleConnections, async (text) => {
    await dragoman.translate([text]);
  });
  return perSecond(some.length, durationMs);
}

async function timeApy(apy: Apy): Promise<number> {
  const some = texts.slice(0, apyTextsPerRound);
  const durationMs = await timeAll(some, apyConnections, async (text) => {
    await apy.translate(text);
  });
  return perSecond(some.length, durationMs);
}

/** A figure is worth nothing if the answers are wrong: both servers must say the same about most sentences. */
async function spotCheck(dragoman: Dragoman, apy: Apy): Promise<void> {
  const [house] = await dragoman.translate(['The house is big.']);
  if (house !== 'La casa es grande.') throw new Error(`"The house is big." became "${house}"`);
  const some = sentences.slice(0, textsPerCall);
  const ours = await dragoman.translate(some);
  const theirs = await Promise.all(some.map((text) => apy.translate(text)));
  const same = ours.filter((text, i) => text.trim() === theirs[i]?.trim()).length;
  print(`answers equal to those of apertium-apy: ${same} of ${some.length}`);
  if (same < some.length * 0.9) throw new Error('the answers differ too much from those of apertium-apy');
}

interface Round {
  /** Texts per second. */
  readonly bare: number;
  readonly dragoman: number;
  readonly single: number;
  readonly cached: number;
  readonly apy: number;
  /** The bare pipelines right before and right after, so that a change of the machine's mood counts on both sides. */
  readonly bareAround: number;
}

async function measure(bare: BarePipelines, dragoman: Dragoman, apy: Apy): Promise<Round[]> {
  const timeBare = async () => perSecond(texts.length, await bare.run(texts));
  await spotCheck(dragoman, apy);
  await timeDragoman(dragoman, 'cached'); // fills the cache
  await timeBare(); // loads the dictionaries
  const until = performance.now() + timeBudgetMs;
  const rounds: Round[] = [];
  let before = await timeBare();
  while (rounds.length < maxRounds && performance.now() < until) {
    const throughHttp = await timeDragoman(dragoman);
    const after = await timeBare();
    const single = await timeSingles(dragoman);
    const cached = await timeDragoman(dragoman, 'cached');
    const bareAround = (before + after) / 2;
    rounds.push({ bare: before, dragoman: throughHttp, single, cached, apy: await timeApy(apy), bareAround });
    before = await timeBare();
  }
  return rounds;
}

const rounds = await withBenchServer({ DRAGOMAN_LOG_LEVEL: 'warn' }, async ({ server, key }) => {
  const http = openHttpClient(server.port, singleConnections);
  const bare = await openBarePipelines('en', 'es', pipelines);
  const apy = await openApy(pipelines, apyConnections);
  try {
    return await measure(bare, dragomanClient(http, key), apy);
  } finally {
    http.close();
    bare.close();
    await apy.close();
  }
});

const ratios = rounds.map(({ bareAround, dragoman, single, apy }) => ({
  batch: dragoman / bareAround,
  vsApy: dragoman / apy,
  single: single / bareAround,
  singleVsApy: single / apy,
}));
const medians = [
  median(rounds.map(({ bare }) => bare)),
  median(rounds.map(({ dragoman }) => dragoman)),
  median(rounds.map(({ single }) => single)),
  median(rounds.map(({ cached }) => cached)),
  median(rounds.map(({ apy }) => apy)),
];
print(`en → es, FLORES sentences, ${pipelines} pipelines, texts per second`);
printTable(
  [
    'round',
    'bare pipelines',
    `HTTP, ${textsPerCall} a call`,
    'HTTP, 1 a call',
    'from the cache',
    'apertium-apy, 1 a call',
  ],
  [
    ...rounds.map(({ bare, dragoman, single, cached, apy }, i) => [
      String(i + 1),
      ...[bare, dragoman, single, cached, apy].map((figure) => figure.toFixed(0)),
    ]),
    ['median', ...medians.map((figure) => figure.toFixed(0))],
  ],
);
printRatio('apertium-batch', median(ratios.map(({ batch }) => batch)));
printRatio('apertium-vs-apy', median(ratios.map(({ vsApy }) => vsApy)));
printRatio('apertium-single', median(ratios.map(({ single }) => single)));
printRatio('apertium-single-vs-apy', median(ratios.map(({ singleVsApy }) => singleVsApy)));
printRatio('cache-texts-per-second', median(rounds.map(({ cached }) => cached)));
