/** DeepL, or any server that speaks its API: another Dragoman as well, which says exactly which pairs it has. */
import { answerLanguageTag } from '../../lib/language-tag.ts';
import type { Engine } from '../engine.ts';
import type { EngineHttp } from '../engine-http.ts';
import { askForLanguages } from './ask-for-languages.ts';
import {
  allPairsOf,
  type HttpDialect,
  type HttpEngineOptions,
  openHttpEngine,
  type WirePair,
} from './http-engine.ts';

export function openDeeplEngine(options: HttpEngineOptions): Promise<Engine> {
  const dialect: HttpDialect = {
    headers: options.key === undefined ? {} : { authorization: `DeepL-Auth-Key ${options.key}` },
    // At most 50 texts and 128 KiB a call.
    capacity: { textsPerBatch: 50, charactersPerBatch: 10_000 },
    timeoutMs: 20_000,
    probePath: '/v2/languages?type=target',
    variant: 'deepl',
    pairs: (http) => (options.languages ? namedPairs(options.languages) : pairsOf(http, options)),
    ask,
  };
  return openHttpEngine(options, dialect);
}

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
    const { source_lang, target_lang } = Object(pair) as Record<string, unknown>;
    return { source: String(source_lang), target: String(target_lang) };
  });
}

const noAnswer = { status: 0, body: undefined };

async function pairsOfDeepl(http: EngineHttp, options: HttpEngineOptions): Promise<WirePair[]> {
  const [sources, targets] = await Promise.all(
    ['source', 'target'].map(async (type) => {
      const languages = await askForLanguages(http, options, `/v2/languages?type=${type}`);
      return (languages as { language?: unknown }[]).map(({ language }) => String(language));
    }),
  );
  return allPairsOf(sources ?? [], targets ?? []);
}

async function ask(
  http: EngineHttp,
  { source, target }: WirePair,
  text: readonly string[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const body = await http.post('/v2/translate', { text, source_lang: source, target_lang: target }, signal);
  const { translations } = Object(body) as { translations?: unknown };
  return Array.isArray(translations)
    ? translations.map((each) => (Object(each) as { text?: unknown }).text)
    : [];
}
