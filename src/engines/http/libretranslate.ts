/** LibreTranslate: several texts per call, with the key in the body. */
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

export function openLibretranslateEngine(options: HttpEngineOptions): Promise<Engine> {
  const dialect: HttpDialect = {
    headers: {},
    // It translates one text after the other on the CPU; this is about 250 ms of work.
    capacity: { textsPerBatch: 20, charactersPerBatch: 1_000 },
    timeoutMs: 20_000,
    probePath: '/languages',
    variant: 'libretranslate',
    features: { formality: false, glossary: false, markup: true },
    pairs: async (http) => (options.languages ? allPairsOf(options.languages) : pairsOf(http, options)),
    async ask(http, { source, target, texts: q, options: { markup } }, signal) {
      const key = options.key === undefined ? {} : { api_key: options.key };
      const body = await http.post(
        '/translate',
        { q, source, target, format: markup ?? 'text', ...key },
        signal,
      );
      const { translatedText } = Object(body) as { translatedText?: unknown };
      return Array.isArray(translatedText) ? translatedText : [];
    },
  };
  return openHttpEngine(options, dialect);
}

async function pairsOf(http: EngineHttp, options: HttpEngineOptions): Promise<WirePair[]> {
  const languages = (await askForLanguages(http, options, '/languages')) as {
    code?: unknown;
    targets?: unknown;
  }[];
  const codes = languages.map(({ code }) => String(code));
  return languages.flatMap(({ code, targets }) =>
    // Older versions do not list targets; then every language can be translated to every other.
    allPairsOf([String(code)], Array.isArray(targets) ? targets.map(String) : codes),
  );
}
