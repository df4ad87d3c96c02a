import Type from 'typebox';
import { answerLanguageTag, languageName } from '../../lib/language-tag.ts';
import { done } from '../../lib/outcome.ts';
import {
  choosesFormality,
  followsInstructions,
  givesAlternatives,
  type LanguageRoutes,
  type Route,
} from '../../translate/routing/language-routes.ts';
import type { Translator } from '../../translate/translator.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { languageName as languageNameMember, sourceLang, targetLang } from '../language-shapes.ts';
import { route } from '../route.ts';
import { cachePerRoutes } from './cache-per-routes.ts';
import { languagesExample } from './examples.ts';

const languageSchema = Type.Object({
  code: Type.String({ description: 'The language code, such as `EN` or `PT-BR`.' }),
  name: languageNameMember,
});

const responseSchema = Type.Object({
  source_languages: Type.Array(languageSchema, { description: 'The languages that can be translated from.' }),
  target_languages: Type.Array(languageSchema, { description: 'The languages that can be translated to.' }),
  pairs: Type.Array(
    Type.Object({
      source_lang: sourceLang,
      target_lang: targetLang,
      engine: Type.String({
        description:
          'The engine that translates the pair. Two engines, one for each step, are joined by `+`.',
      }),
      pivot: Type.Optional(
        Type.String({
          description: 'The language in between, if the pair is translated in two steps. Omitted otherwise.',
        }),
      ),
      formality: Type.Boolean({ description: 'Whether the engine can choose the formality.' }),
      glossary: Type.Boolean({
        description: 'Whether glossaries can be applied. Always `true`: the server applies them itself.',
      }),
      instructions: Type.Boolean({
        description: 'Whether the engine follows `custom_instructions` and style rules.',
      }),
      markup: Type.Boolean({ description: 'Whether texts with HTML or XML can be translated.' }),
      alternatives: Type.Boolean({ description: 'Whether the engine can write alternatives.' }),
    }),
    { description: 'The language pairs that are available to the team.' },
  ),
  rephrase_languages: Type.Array(languageSchema, {
    description: 'The languages in which texts can be rephrased and corrected.',
  }),
});

/** The available language pairs, with the engine and the features of each. */
export function languagesRoute(routesFor: Translator['routesFor']): RouteDefinition {
  return route('GET', '/v1/languages', 'translate', {
    operationId: 'listLanguages',
    summary: 'List the languages and language pairs',
    description:
      'Returns the languages and language pairs that are available to the team, with the engine and the features of each pair.',
    answerExample: languagesExample,
    response: { 200: responseSchema },
    handler: async ({ caller }) => done(answerFor(routesFor(caller?.engines))),
  });
}

const answerFor = cachePerRoutes(describeRoutes);

function describeRoutes({ all, rephrase }: LanguageRoutes) {
  return {
    source_languages: describe(all.map((route) => route.source)),
    target_languages: describe(all.map((route) => route.target)),
    pairs: all.map(describePair),
    rephrase_languages: describe(rephrase.languages),
  };
}

function describe(tags: readonly string[]) {
  return [...new Set(tags)]
    .toSorted()
    .map((tag) => ({ code: answerLanguageTag(tag), name: languageName(tag) }));
}

function describePair(route: Route) {
  const { source, target, legs } = route;
  const [first, second] = legs;
  return {
    source_lang: answerLanguageTag(source),
    target_lang: answerLanguageTag(target),
    engine: [...new Set(legs.map((leg) => leg.engine.id))].join('+'),
    ...(second !== undefined && { pivot: answerLanguageTag(first?.target ?? '') }),
    formality: choosesFormality(route),
    // True for every engine: the server marks the terms and verifies them afterwards.
    glossary: true,
    instructions: followsInstructions(route),
    // True for every engine: tags are either hidden from it or verified afterwards.
    markup: true,
    alternatives: givesAlternatives(route),
  };
}
