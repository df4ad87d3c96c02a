import Type from 'typebox';
import { languageName } from '../../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { cachePerRoutes } from '../cache-per-routes.ts';
import { sourceLanguages, targetLanguages } from './language-rows.ts';

/** The values that `resource` may have; the list is empty for those that this server does not offer. */
const resources = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
  'translation_memory',
];

const querySchema = Type.Object({ resource: Type.Enum(resources) });

const status = Type.Object({ status: Type.String() });
const responseSchema = Type.Array(
  Type.Object({
    lang: Type.String(),
    name: Type.String(),
    usable_as_source: Type.Boolean(),
    usable_as_target: Type.Boolean(),
    status: Type.String(),
    features: Type.Object({ auto_detection: Type.Optional(status), formality: Type.Optional(status) }),
  }),
);

/** Source and target languages in one list, with their features. No library calls this path yet. */
export function v3LanguagesRoute(routesFor: Translator['routesFor']): RouteDefinition {
  return {
    method: 'GET',
    url: '/v3/languages',
    access: 'translate',
    describes: {
      operationId: 'listV3Languages',
      summary: 'List the source and target languages with their features',
      example: { query: '?resource=translate_text' },
    },
    schema: { querystring: querySchema, response: { 200: responseSchema } },
    handler: async (request) => {
      const { resource } = request.query as { resource: string };
      return resource === 'translate_text' ? rowsOf(routesFor(request.caller?.engines)) : [];
    },
  };
}

const rowsOf = cachePerRoutes(describeAll);

const available = { status: 'stable' };

function describeAll(languages: LanguageRoutes): object[] {
  const sources = new Set(sourceLanguages(languages));
  const targets = new Set(targetLanguages(languages));
  return [...new Set([...sources, ...targets])].toSorted().map((tag) => ({
    lang: tag,
    name: languageName(tag),
    usable_as_source: sources.has(tag),
    usable_as_target: targets.has(tag),
    status: 'stable',
    features: {
      ...(sources.has(tag) && { auto_detection: available }),
      ...(targets.has(tag) && languages.hasFormality(tag) && { formality: available }),
    },
  }));
}
