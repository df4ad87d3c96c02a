import Type from 'typebox';
import { baseLanguage } from '../../../lib/language-tag.ts';
import { done } from '../../../lib/outcome.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { cachePerRoutes } from '../cache-per-routes.ts';
import { pairsExample } from './examples.ts';
import { pair } from './glossary-views.ts';

const responseSchema = Type.Object({
  supported_languages: Type.Array(Type.Object(pair), {
    description: 'The language pairs, without regions: a dictionary applies to all regions of a language.',
  }),
});

/** Every pair that can be translated, without regions: a dictionary applies to all regions of a language. */
export function glossaryPairsRoute(routesFor: Translator['routesFor']): RouteDefinition {
  return route('GET', '/v2/glossary-language-pairs', 'translate', {
    operationId: 'listGlossaryLanguagePairs',
    summary: 'List the language pairs that glossaries may have',
    description:
      'Returns every language pair that the team can translate, without regions, in the format of the DeepL API.',
    answerExample: pairsExample,
    response: { 200: responseSchema },
    handler: async ({ caller }) => done({ supported_languages: pairsOf(routesFor(caller?.engines)) }),
  });
}

const pairsOf = cachePerRoutes(({ all }) => {
  const pairs = all.map(({ source, target }) => `${baseLanguage(source)} ${baseLanguage(target)}`);
  return [...new Set(pairs)]
    .map((pair) => {
      const [source_lang = '', target_lang = ''] = pair.split(' ');
      return { source_lang, target_lang };
    })
    .filter(isPair);
});

// Two variants of the same language are not a glossary pair.
function isPair({ source_lang, target_lang }: { source_lang: string; target_lang: string }): boolean {
  return source_lang !== target_lang;
}
