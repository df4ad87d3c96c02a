import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { answerLanguageTag } from '../../../lib/language-tag.ts';
import { done, refused } from '../../../lib/outcome.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { languageName as languageNameMember } from '../../language-shapes.ts';
import { route } from '../../route.ts';
import { cachePerRoutes } from '../cache-per-routes.ts';
import { targetLanguagesExample } from './examples.ts';
import { sourceLanguages, targetLanguages } from './language-rows.ts';
import { libraryLanguageName } from './library-language-names.ts';
import { readMembers } from './request-members.ts';

/** Source or target languages, depending on `type`. One library uses POST, another a GET with a body. */
export function compatLanguagesRoutes(routesFor: Translator['routesFor']): RouteDefinition[] {
  const shared = {
    summary: 'List the source or target languages',
    answerExample: targetLanguagesExample,
    response: { 200: responseSchema },
    handler: async (request: FastifyRequest) => {
      const rows = rowsOf(routesFor(request.caller?.engines));
      const { type = 'source' } = await readMembers(request, ['type']);
      const asked = typeof type === 'string' && Object.hasOwn(rows, type) ? rows[type] : undefined;
      return asked === undefined ? unknownType : done(asked);
    },
  };
  const description =
    'Returns the source or target languages that are available to the team, in the format of the DeepL API.';
  return [
    route('GET', '/v2/languages', 'translate', {
      ...shared,
      operationId: 'listV2Languages',
      description,
      example: { query: '?type=target' },
      query: typeSchema,
    }),
    route('POST', '/v2/languages', 'translate', {
      ...shared,
      operationId: 'askForV2Languages',
      description: `${description} For client libraries that send \`type\` in the body.`,
      documentedBody: typeSchema,
      example: { body: { type: 'target' } },
    }),
  ];
}

const rowsOf = cachePerRoutes(
  (languages): Readonly<Record<string, object[]>> => ({
    source: sourceLanguages(languages).map(describe),
    target: targetLanguages(languages).map((tag) => ({
      ...describe(tag),
      supports_formality: languages.hasFormality(tag),
    })),
  }),
);

// The handler validates `type`, because it may also be in the body.
const typeSchema = Type.Object({
  type: Type.Optional(
    Type.Unknown({ description: 'Which languages to list: `source`, the default, or `target`.' }),
  ),
});
const responseSchema = Type.Array(
  Type.Object({
    language: Type.String({ description: 'The language code, such as `EN` or `PT-BR`.' }),
    name: languageNameMember,
    supports_formality: Type.Optional(
      Type.Boolean({ description: 'Whether an engine can choose the formality. Target languages only.' }),
    ),
  }),
);

const unknownType = refused('invalid_request', 'type must be one of source, target.');

function describe(tag: string) {
  return { language: answerLanguageTag(tag), name: libraryLanguageName(tag) };
}
