/** Writes docs/quality.md and its picture: `npm run quality`. Needs Postgres, Redis, Apertium and the FLORES data. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../support/postgres.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { startServer } from '../support/server-process.ts';
import { bleu } from './bleu.ts';
import { readFlores } from './flores.ts';
import { measurePair, openBareEngine, type PairScores, pairs, type Server } from './measure-translation.ts';
import { plotScores } from './plot-scores.ts';
import { publishedBleu, publishedOutput } from './published-scores.ts';

const sentences = readFlores('flores-test');

async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const name = randomDatabaseName();
  const env = { DATABASE_URL: databaseUrl(name), DRAGOMAN_CACHE_MB: '0', DRAGOMAN_LOG_LEVEL: 'warn' };
  await createDatabase(name);
  try {
    await migrate(env.DATABASE_URL);
    const server = await startServer(env);
    try {
      const { plain } = await createKey(env, await createTeamForLoad(env));
      return await work({ url: server.url, key: plain });
    } finally {
      await server.stop();
    }
  } finally {
    await dropDatabase(name);
  }
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const fixed = (score: number) => score.toFixed(2);

function reportPair({ pair, bare, served, marked, different, differentBare }: PairScores): string {
  const figures = [bare.chrf, served.chrf, marked.chrf, bare.bleu, served.bleu, marked.bleu].map(fixed);
  return row(pair, ...figures, different, differentBare);
}

function reportPublished(scores: readonly PairScores[]): string[] {
  const own = scores.find(({ pair }) => pair === 'en-es')?.served.bleu ?? Number.NaN;
  const others = [...publishedBleu('en-es')].toSorted((a, b) => b[1] - a[1]);
  return [
    ...others.map(([system, score]) => row(system, score.toFixed(1))),
    row('**Apertium through the service**', `**${own.toFixed(1)}**`),
  ];
}

function reportCheck(): string[] {
  const references = sentences.get('es') ?? [];
  return ['bergamot-base-memory', 'google'].map((system) => {
    const published = publishedBleu('en-es').get(system)?.toFixed(1) ?? '';
    return row(system, published, fixed(bleu(publishedOutput(system), references)));
  });
}

function report(scores: readonly PairScores[]): string {
  const worst = (of: (scores: PairScores) => number) => Math.max(...scores.map(of)).toFixed(2);
  return [
    '# Translation quality',
    '',
    'What the service adds to an engine, and what it must not take away. The 1,012 sentences of the FLORES-200 test set are',
    'translated by the bare engine and through a running server over HTTP, plain and as `<p>` with two words in `<b>`',
    'whose tags are taken away again. This page is written by `npm run quality`.',
    '',
    `- Plain, chrF through the service is the bare engine's within **${worst(({ bare, served }) => Math.abs(bare.chrf - served.chrf))}**.`,
    `- In markup it is at most **${worst(({ bare, marked }) => bare.chrf - marked.chrf)}** lower.`,
    '',
    '![chrF by language pair](quality.svg)',
    '',
    row(
      'pair',
      'chrF bare',
      'chrF served',
      'chrF in markup',
      'BLEU bare',
      'BLEU served',
      'BLEU in markup',
      'different',
      'bare twice',
    ),
    row('---', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:'),
    ...scores.map(reportPair),
    '',
    '"Different" counts the plain sentences whose translation through the service is not the bare engine’s to the letter,',
    '"bare twice" those that differ between two runs of the bare engine: some pairs depend on what they translated before.',
    '',
    '## Beside others',
    '',
    'Published BLEU for English to Spanish on the same sentences. Apertium translates by rules; it is here for languages',
    'that are close to each other, and a neural engine is better at this pair.',
    '',
    row('system', 'BLEU'),
    row('---', '--:'),
    ...reportPublished(scores),
    '',
    '## The measure itself',
    '',
    'BLEU is computed here as sacreBLEU does by default (13a tokens, exponential smoothing). Checked on outputs whose',
    'scores were published:',
    '',
    row('output', 'published', 'computed here'),
    row('---', '--:', '--:'),
    ...reportCheck(),
    '',
    'Bergamot’s output and score are of one model. Google’s service changes from day to day, and its output here need not',
    'be the one that was scored.',
    '',
    '## The guard',
    '',
    'Answers that can’t be translations are never passed on ([how](call/README.md#what-an-engine-gives-back)). Figures of',
    '`npm test -- --project integration test/integration/guard.test.ts`, long form: 49,278 degenerate outputs in eleven',
    'kinds, made from real sentences in ten pairs, are all caught; of 31,296 real translations (people in 59 languages,',
    'Google, Bergamot, Apertium on six pairs) none raises an alarm. The thresholds were set on these sentences, except for',
    'Apertium’s output, so elsewhere expect more ([figures](decisions/0009-answers-that-are-none.md)).',
    '',
  ].join('\n');
}

const engine = await openBareEngine();
try {
  const scores = await withServer(async (server) => {
    const all: PairScores[] = [];
    for (const pair of pairs) {
      all.push(await measurePair(pair, sentences, engine, server));
      console.log(reportPair(all.at(-1) as PairScores));
    }
    return all;
  });
  const docs = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  writeFileSync(docs('quality.svg'), plotScores(scores));
  writeFileSync(docs('quality.md'), report(scores));
} finally {
  await engine.close();
}
