/**
 * DeepL, or any server that implements its API, such as another Dragoman, which also reports its exact pairs.
 */
import { maxInstructionCharacters, maxInstructionsPerCall } from '../../lib/instructions.ts';
import { answerLanguageTag, baseLanguage } from '../../lib/language-tag.ts';
import type { Engine } from '../engine.ts';
import type { EngineHttp, Poster } from '../engine-http.ts';
import { askForLanguages } from './ask-for-languages.ts';
import {
  allPairsOf,
  type HttpDialect,
  type HttpEngineOptions,
  openHttpEngine,
  type WireBatch,
  type WirePair,
} from './http-engine.ts';

export function openDeeplEngine(options: HttpEngineOptions): Promise<Engine> {
  const dialect: HttpDialect = {
    headers: options.key === undefined ? {} : { authorization: `DeepL-Auth-Key ${options.key}` },
    // The API accepts at most 50 texts and 128 KiB per call.
    capacity: { textsPerBatch: 50, charactersPerBatch: 10_000 },
    timeoutMs: 20_000,
    probePath: '/v2/languages?type=target',
    variant: 'deepl',
    // Formality support depends on the target language, and only the server knows it.
    features: { formality: false, glossary: false, markup: true, context: true, instructionLimit },
    pairs: (http) => (options.languages ? namedPairs(options.languages) : pairsOf(http, options)),
    ask,
  };
  return openHttpEngine(options, dialect);
}

/** What the API accepts in `custom_instructions`. */
const instructionLimit = { count: maxInstructionsPerCall, characters: maxInstructionCharacters };

/** The targets for which DeepL accepts `custom_instructions`. The server does not report them. */
const instructedTargets = new Set(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh']);

async function namedPairs(languages: readonly string[]): Promise<WirePair[]> {
  return allPairsOf(languages.map(answerLanguageTag));
}

async function pairsOf(http: EngineHttp, options: HttpEngineOptions): Promise<readonly WirePair[]> {
  return (await pairsOfDragoman(http)) ?? pairsOfDeepl(http, options);
}

async function pairsOfDragoman(http: EngineHttp): Promise<WirePair[] | undefined> {
  const { status, body } = await http
    .get('/v1/languages', new AbortController().signal)
    .catch(() => noAnswer);
  const { pairs } = Object(body) as { pairs?: unknown };
  if (status !== 200 || !Array.isArray(pairs)) return undefined;
  return pairs.map((pair) => {
    const { source_lang, target_lang, formality, markup, instructions } = Object(pair) as Record<
      string,
      unknown
    >;
    const features = {
      formality: formality === true,
      markup: markup === true,
      instructions: instructions === true,
    };
    return { source: String(source_lang), target: String(target_lang), features };
  });
}

const noAnswer = { status: 0, body: undefined };

async function pairsOfDeepl(http: EngineHttp, options: HttpEngineOptions): Promise<WirePair[]> {
  const rowsOf = async (type: 'source' | 'target') =>
    (await askForLanguages(http, options, `/v2/languages?type=${type}`)) as LanguageRow[];
  const [sources, targets] = await Promise.all([rowsOf('source'), rowsOf('target')]);
  return targets.flatMap(({ language: target, supports_formality }) =>
    sources.map(({ language: source }) => ({
      source: String(source),
      target: String(target),
      features: {
        formality: supports_formality === true,
        instructions: instructedTargets.has(baseLanguage(String(target).toLowerCase())),
      },
    })),
  );
}

interface LanguageRow {
  readonly language?: unknown;
  readonly supports_formality?: unknown;
}

async function ask(
  http: Poster,
  { source, target, texts, options: { formality, context, markup, instructions } }: WireBatch,
  signal: AbortSignal,
): Promise<unknown[]> {
  const question = {
    text: texts,
    source_lang: source,
    target_lang: target,
    // Preferred, not required: an engine behind the server may have lost support for it, and that must not
    // fail the batch.
    ...(formality && { formality: `prefer_${formality}` }),
    ...(context && { context }),
    ...(markup && { tag_handling: markup }),
    ...(instructions && { custom_instructions: instructions }),
  };
  const body = await http.post('/v2/translate', question, signal);
  const { translations } = Object(body) as { translations?: unknown };
  return Array.isArray(translations)
    ? translations.map((each) => (Object(each) as { text?: unknown }).text)
    : [];
}
