/** The team's glossaries and their dictionaries: `/v1/glossaries`. */
import Type from 'typebox';
import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import { canonicalLanguageTag, maxLanguageTagLength } from '../../lib/language-tag.ts';
import type { Page } from '../../lib/page.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { described } from '../described.ts';
import { readCondition } from '../entity-tags.ts';
import { entriesSchema, mediaTypes, pairOf, toEntriesAnswer } from '../glossaries/dictionary-exchange.ts';
import { dictionaryRoutes } from '../glossaries/dictionary-routes.ts';
import { entriesExample, glossaryExample } from '../glossaries/glossary-examples.ts';
import { type GlossaryListener, glossaryRoutes } from '../glossaries/glossary-routes.ts';
import { glossarySchema, showGlossary } from '../glossaries/glossary-shapes.ts';
import { listPage, nextCursor, pageQuery } from '../pages.ts';
import { invalidRequest } from '../refusals.ts';
import { route } from '../route.ts';
import { actorOf, callerOf } from './request-caller.ts';

const listSchema = Type.Object({
  glossaries: Type.Array(glossarySchema, { description: 'The glossaries, newest first.' }),
  next_cursor: nextCursor,
});
const language = Type.String({ maxLength: maxLanguageTagLength });
const listQuery = Type.Object({
  ...pageQuery,
  source_lang: Type.Optional(
    described(language, 'Returns only glossaries with a dictionary for this source language.'),
  ),
  target_lang: Type.Optional(
    described(language, 'Returns only glossaries with a dictionary for this target language.'),
  ),
});

const path = '/v1/glossaries';
const listener: GlossaryListener = {
  path,
  access: { read: 'glossaries', change: 'glossaries' },
  hasLocation: true,
  teamIdOf: (request) => callerOf(request).teamId,
  actorOf,
  conditionOf: readCondition,
};

export function publicGlossaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    ...glossaryRoutes(glossaries, listener),
    route('GET', path, 'glossaries', {
      operationId: 'listGlossaries',
      summary: 'List the glossaries of the team, newest first',
      description: 'Returns the glossaries of the team with their dictionaries, without entries, in pages.',
      answerExample: { glossaries: [glossaryExample], next_cursor: null },
      example: { query: '?source_lang=EN&limit=10' },
      query: listQuery,
      response: { 200: listSchema },
      handler: (request) => {
        const { query } = request;
        const list = (page: Page) => {
          const filter = {
            sourceLang: readLanguage('source_lang', query.source_lang),
            targetLang: readLanguage('target_lang', query.target_lang),
          };
          return glossaries.list(callerOf(request).teamId, filter, page);
        };
        return listPage('glossaries', query, list, showGlossary);
      },
    }),
    route('GET', `${path}/:id/dictionaries/:source/:target`, 'glossaries', {
      operationId: 'readDictionary',
      summary: 'Read the entries of a dictionary, in the format of the Accept header',
      description:
        'Returns all entries of a dictionary as JSON, TSV or CSV, depending on the `Accept` header. The default is JSON.',
      answerExample: entriesExample,
      alsoAnswers: [mediaTypes.tsv, mediaTypes.csv],
      response: { 200: entriesSchema },
      handler: async (request, reply) => {
        const pair = pairOf(request);
        const { teamId } = callerOf(request);
        return toEntriesAnswer(reply, pair, await glossaries.readEntries(teamId, request.params.id, pair));
      },
    }),
    ...dictionaryRoutes(glossaries, listener),
  ];
}

function readLanguage(member: string, value: string | undefined): string | undefined {
  const tag = value === undefined ? undefined : canonicalLanguageTag(value);
  if (value !== undefined && tag === undefined) {
    throw invalidRequest(`${member} must be a language code such as EN or PT-BR.`);
  }
  return tag;
}
