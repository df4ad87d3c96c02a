/** `dragoman engines try`: translates one text with one engine, and shows what the engine and its server say. */
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Engine, EnginePair } from '../engines/engine.ts';
import type { Exchange } from '../engines/engine-http.ts';
import { OperatorError } from '../lib/errors.ts';
import { answerLanguageTag, canonicalLanguageTag } from '../lib/language-tag.ts';
import { createLogger } from '../observability/logger.ts';
import { chooseExample } from './init/first-call.ts';
import { loadRouting, openEngines } from './loaded-on-demand.ts';
import { facts, type OutputOptions, print } from './print.ts';
import { describeError } from './report-failure.ts';
import type { Environment } from './with-database.ts';

interface TryOptions extends OutputOptions {
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

export function addEnginesCommand(program: Command, env: Environment): void {
  program
    .command('engines')
    .description('try the configured engines')
    .command('try <name>')
    .description('translate one text with an engine, and show the request, the answer and the time')
    .option('--from <language>', 'source language; by default one that the engine has')
    .option('--to <language>', 'target language; by default one that the engine has')
    .option('--text <text>', 'the text; by default a short sentence')
    .option('--json', 'print JSON')
    .action(async (name: string, options: TryOptions) => {
      const trial = await tryEngine(env, name, options);
      print(options, toJson(trial), describe(trial));
      if (trial.failure === undefined) return;
      throw new OperatorError(
        `The engine ${name} failed: ${trial.failure}.`,
        'Fix it as docs/run/engines.md describes, then try again.',
      );
    });
}

interface Trial {
  readonly engine: string;
  readonly url: string;
  readonly source: string;
  readonly target: string;
  readonly text: string;
  readonly exchanges: readonly Exchange[];
  readonly translation?: string | undefined;
  readonly failure?: string | undefined;
  readonly ms: number;
}

/** As long as a call may take. */
const timeoutMs = 30_000;

async function tryEngine(env: Environment, name: string, options: TryOptions): Promise<Trial> {
  const config = loadConfig(env);
  const { engines } = await loadRouting(config);
  const definition = engines.find(({ id }) => id === name);
  if (definition === undefined) {
    const names = engines.map(({ id }) => id).join(', ');
    throw new OperatorError(`There is no engine "${name}".`, `The configuration has: ${names}`);
  }
  const exchanges: Exchange[] = [];
  const registry = await openEngines([definition], config, createLogger('silent'), (exchange) =>
    exchanges.push(exchange),
  );
  try {
    const [engine] = registry.engines as readonly [Engine];
    const chosen = choose(engine, options);
    const url = 'url' in definition ? definition.url.replace(/\/+$/, '') : '';
    return { engine: name, url, ...chosen, exchanges, ...(await translate(engine, chosen)) };
  } finally {
    await registry.close();
  }
}

interface Chosen {
  readonly source: string;
  readonly target: string;
  readonly text: string;
}

/** What the options leave open is a sentence that the engine can translate. */
function choose(engine: Engine, { from, to, text }: TryOptions): Chosen {
  const [source, target] = [from, to].map((tag) => tag && canonicalLanguageTag(tag));
  const pairs = engine
    .pairs()
    .filter((pair) => (!from || pair.source === source) && (!to || pair.target === target));
  const example = chooseExample(pairs.map((pair) => ({ ...pair, engine: engine.id })));
  const pair = example ?? pairs[0];
  if (pair === undefined)
    throw new OperatorError('The engine does not have this pair.', `It has: ${list(engine.pairs())}`);
  const chosen = text ?? example?.text;
  if (chosen === undefined)
    throw new OperatorError(`There is no example in ${pair.source}.`, 'Name a text with --text.');
  return { source: pair.source, target: pair.target, text: chosen };
}

const mostListed = 20;

function list(pairs: readonly EnginePair[]): string {
  const names = pairs.slice(0, mostListed).map(arrow);
  return [...names, ...(pairs.length > mostListed ? ['…'] : [])].join(', ');
}

function arrow({ source, target }: Pick<EnginePair, 'source' | 'target'>): string {
  return `${answerLanguageTag(source)} → ${answerLanguageTag(target)}`;
}

async function translate(engine: Engine, { source, target, text }: Chosen) {
  const startedMs = performance.now();
  const ms = () => Math.round(performance.now() - startedMs);
  const batch = { source, target, texts: [text], deadlineMs: Date.now() + timeoutMs };
  try {
    const [translation] = await engine.translate(batch, AbortSignal.timeout(timeoutMs));
    return { translation, ms: ms() };
  } catch (error) {
    return { failure: describeError(error), ms: ms() };
  }
}

function toJson({ engine, source, target, text, translation, ms, exchanges }: Trial) {
  return {
    engine,
    source_lang: answerLanguageTag(source),
    target_lang: answerLanguageTag(target),
    text,
    translation,
    ms,
    requests: exchanges,
  };
}

function describe(trial: Trial): string {
  const { engine, url, text, translation, ms, exchanges } = trial;
  const requests = exchanges.flatMap(({ path, request, status, answer, ms: took }) => [
    `POST ${url}${path}\n${pretty(request)}\n`,
    `${status === undefined ? 'No answer' : `Answer ${status}`} after ${took} ms\n${pretty(answer)}\n`,
  ]);
  const rows: readonly (readonly [string, string])[] = [
    ['Engine', engine],
    ['Languages', arrow(trial)],
    ['Text', text],
    ...(translation === undefined ? [] : [['Translation', translation] as const]),
    ['Time', `${ms} ms`],
  ];
  return [...requests, facts(rows)].join('\n');
}

function pretty(value: unknown): string {
  return value === undefined ? '(no JSON)' : JSON.stringify(value, undefined, 2);
}
