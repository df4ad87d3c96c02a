import Type from 'typebox';
import { answerLanguageTag, languageName } from '../../lib/language-tag.ts';
import {
  choosesFormality,
  type LanguageRoutes,
  type Route,
} from '../../translate/routing/language-routes.ts';
import type { Translator } from '../../translate/translator.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { cachePerRoutes } from './cache-per-routes.ts';

const languageSchema = Type.Object({ code: Type.String(), name: Type.String() });

const responseSchema = Type.Object({
  source_languages: Type.Array(languageSchema),
  target_languages: Type.Array(languageSchema),
  pairs: Type.Array(
    Type.Object({
      source_lang: Type.String(),
      target_lang: Type.String(),
      engine: Type.String(),
      pivot: Type.Optional(Type.String()),
      formality: Type.Boolean(),
      glossary: Type.Boolean(),
      markup: Type.Boolean(),
    }),
  ),
});

/** The available language pairs, with the engine and the features of each. */
export function languagesRoute(routesFor: Translator['routesFor']): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/languages',
    access: 'translate',
    describes: { operationId: 'listLanguages', summary: 'List the languages and language pairs' },
    schema: { response: { 200: responseSchema } },
    handler: async ({ caller }) => answerFor(routesFor(caller?.engines)),
  };
}

const answerFor = cachePerRoutes(describeRoutes);

function describeRoutes({ all }: LanguageRoutes) {
  return {
    source_languages: describe(all.map((route) => route.source)),
    target_languages: describe(all.map((route) => route.target)),
    pairs: all.map(describePair),
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
    glossary: legs.every(({ features }) => features.glossary),
    // True for every engine: tags are either hidden from it or verified afterwards.
    markup: true,
  };
}
