import Type from 'typebox';
import { languageName } from '../../../lib/language-tag.ts';
import { done } from '../../../lib/outcome.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { described } from '../../described.ts';
import { languageName as languageNameMember } from '../../language-shapes.ts';
import { route } from '../../route.ts';
import { cachePerRoutes } from '../cache-per-routes.ts';
import { languagesExample } from './examples.ts';
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

const querySchema = Type.Object({
  resource: Type.Enum(resources, {
    description:
      'The feature to list languages for. Only `translate_text`, `style_rules` and `write` have languages; the list is empty for others.',
  }),
});

const status = Type.String({ description: 'Always `stable`.' });
const feature = Type.Object({ status });
const responseSchema = Type.Array(
  Type.Object({
    lang: Type.String({ description: 'The language code, such as `en` or `pt-BR`.' }),
    name: languageNameMember,
    usable_as_source: Type.Boolean({ description: 'Whether the language can be translated from.' }),
    usable_as_target: Type.Boolean({ description: 'Whether the language can be translated to.' }),
    status,
    features: Type.Object(
      {
        auto_detection: Type.Optional(
          described(feature, 'Present if the language can be detected as a source language.'),
        ),
        formality: Type.Optional(
          described(feature, 'Present if an engine can choose the formality for the target language.'),
        ),
        writing_style: Type.Optional(
          described(feature, 'For `write`: present if a writing style can be chosen.'),
        ),
        tone: Type.Optional(described(feature, 'For `write`: present if a tone can be chosen.')),
        style_rules: Type.Optional(
          described(
            feature,
            'Present if an engine follows style rules and custom instructions for the target language.',
          ),
        ),
      },
      { description: 'The features that the language supports.' },
    ),
  }),
);

/** Source and target languages in one list, with their features. No library calls this path yet. */
export function v3LanguagesRoute(routesFor: Translator['routesFor']): RouteDefinition {
  return route('GET', '/v3/languages', 'translate', {
    operationId: 'listV3Languages',
    summary: 'List the source and target languages with their features',
    description:
      'Returns the source and target languages that are available to the team in one list, in the format of the DeepL API.',
    answerExample: languagesExample,
    example: { query: '?resource=translate_text' },
    query: querySchema,
    response: { 200: responseSchema },
    handler: async ({ query, caller }) => done(rowsFor(query.resource, routesFor(caller?.engines))),
  });
}

function rowsFor(resource: string, languages: LanguageRoutes): object[] {
  if (resource === 'translate_text') return textRows(languages);
  if (resource === 'write') return writeRows(languages);
  return resource === 'style_rules' ? styleRows(languages) : [];
}

const textRows = cachePerRoutes(describeAll);
const styleRows = cachePerRoutes(describeStyled);
const writeRows = cachePerRoutes(describeRephrasing);

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
      ...(targets.has(tag) && languages.followsInstructions(tag) && { style_rules: available }),
    },
  }));
}

function describeRephrasing({ rephrase }: LanguageRoutes): object[] {
  return rephrase.languages.map((tag) => ({
    lang: tag,
    name: languageName(tag),
    usable_as_source: true,
    usable_as_target: true,
    status: 'stable',
    features: { auto_detection: available, writing_style: available, tone: available },
  }));
}

/** The languages that a list of style rules can be for and have an effect. */
function describeStyled(languages: LanguageRoutes): object[] {
  return targetLanguages(languages)
    .filter((tag) => languages.followsInstructions(tag))
    .map((tag) => ({
      lang: tag,
      name: languageName(tag),
      usable_as_source: false,
      usable_as_target: true,
      status: 'stable',
      features: {},
    }));
}
