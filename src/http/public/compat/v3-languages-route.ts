import Type from 'typebox';
import type { Documents } from '../../../documents/documents.ts';
import { done } from '../../../lib/outcome.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { languageName } from '../../language-shapes.ts';
import { route } from '../../route.ts';
import { languagesExample, resourcesExample } from './examples.ts';
import { describeResources, featureNames, resources, rowsOf } from './v3-language-rows.ts';

const querySchema = Type.Object({
  resource: Type.Enum(resources, {
    description:
      'The part of the API to list languages for. The list is empty for parts that this server does not offer: `voice`, `translation_memory`, and others if no engine can do them.',
  }),
});

const status = Type.String({ description: 'Always `stable`.' });
const features = featureNames.map((name) => `\`${name}\``).join(', ');
const responseSchema = Type.Array(
  Type.Object({
    lang: Type.String({ description: 'The language code, such as `en` or `pt-BR`.' }),
    name: languageName,
    usable_as_source: Type.Boolean({ description: 'Whether the language can be translated from.' }),
    usable_as_target: Type.Boolean({ description: 'Whether the language can be translated to.' }),
    status,
    features: Type.Record(Type.String(), Type.Object({ status }), {
      description: `The features that the language supports, by name: ${features}. \`GET /v3/languages/resources\` says which of the two languages of a translation must support a feature.`,
    }),
  }),
);

function supportOf(language: 'source' | 'target') {
  const description = `Present and \`true\` if the ${language} language must support the feature.`;
  return Type.Optional(Type.Boolean({ description }));
}

const resourcesSchema = Type.Array(
  Type.Object({
    name: Type.String({ description: 'A value of `resource` of `GET /v3/languages`.' }),
    features: Type.Array(
      Type.Object({
        name: Type.String({ description: `One of ${features}.` }),
        needs_source_support: supportOf('source'),
        needs_target_support: supportOf('target'),
      }),
      { description: 'The features that languages can have for this resource.' },
    ),
  }),
);

interface LanguageParts {
  readonly routesFor: Translator['routesFor'];
  readonly documents: Documents;
}

/** Source and target languages in one list, with their features. */
export function v3LanguagesRoutes({ routesFor, documents }: LanguageParts): RouteDefinition[] {
  return [
    route('GET', '/v3/languages', 'translate', {
      operationId: 'listV3Languages',
      summary: 'List the source and target languages with their features',
      description:
        'Returns the source and target languages that are available to the team in one list, in the format of the DeepL API.',
      answerExample: languagesExample,
      example: { query: '?resource=translate_text' },
      query: querySchema,
      response: { 200: responseSchema },
      handler: async ({ query, caller }) =>
        done(rowsOf(query.resource, routesFor(caller?.engines), documents.closed === undefined)),
    }),
    route('GET', '/v3/languages/resources', 'translate', {
      operationId: 'listV3LanguageResources',
      summary: 'List the resources that have languages, with their features',
      description:
        'Returns the values of `resource` of `GET /v3/languages`, and which languages must support each feature, in the format of the DeepL API.',
      answerExample: resourcesExample,
      response: { 200: resourcesSchema },
      handler: async () => done(describeResources()),
    }),
  ];
}
