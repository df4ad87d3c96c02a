/** The dictionaries of a glossary by language pair: `/v3/glossaries/{id}/dictionaries` and `…/entries`. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readPair } from '../../../accounts/glossaries/pack-entries.ts';
import { entriesInsideJson } from '../../../accounts/glossaries/write-entries.ts';
import { ProblemError } from '../../../lib/errors.ts';
import type { LanguagePair } from '../../../lib/language-tag.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { refuseLargeAnswer } from '../../large-exchanges.ts';
import { route } from '../../route.ts';
import { callerOf } from '../request-caller.ts';
import { dictionaryExample, entriesExample } from './examples.ts';
import { type GlossaryParts, readGlossaryBody, takesGlossary } from './glossary-bodies.ts';
import { subjectOf } from './glossary-subject.ts';
import { dictionarySchema, entriesSchema, newDictionarySchema, showDictionary } from './glossary-views.ts';
import { readMembers } from './request-members.ts';
import { exampleDictionary, v3GlossaryPath } from './v3-glossaries-routes.ts';

const dictionaries = `${v3GlossaryPath}/dictionaries` as const;
// Both are required, but may also be in a body, so the schema cannot require them.
const pairQuery = Type.Object({
  source_lang: Type.Optional(
    Type.String({ description: 'The source language of the dictionary. Required, here or in the body.' }),
  ),
  target_lang: Type.Optional(
    Type.String({ description: 'The target language of the dictionary. Required, here or in the body.' }),
  ),
});
const exampleQuery = '?source_lang=EN&target_lang=ES';

export function v3DictionaryRoutes(parts: GlossaryParts): RouteDefinition[] {
  const { glossaries } = parts;
  return [
    route('GET', `${v3GlossaryPath}/entries`, 'translate', {
      operationId: 'readV3GlossaryEntries',
      summary: 'Read the entries of a dictionary, as TSV in JSON',
      description: 'Returns the entries of the dictionary of a language pair as a TSV text.',
      answerExample: entriesExample,
      example: { query: exampleQuery },
      query: pairQuery,
      response: { 200: entriesSchema },
      handler: async (request, reply) => {
        const pair = await readPairMembers(request);
        const found = await glossaries.readEntries(callerOf(request).teamId, request.params.id, pair);
        if (!found.ok) return found;
        const { tsv } = found.value;
        const refusal = refuseLargeAnswer(reply, tsv.length);
        if (refusal !== undefined) return refusal;
        reply.type('application/json; charset=utf-8');
        return done(Readable.from(entriesAsJson(pair, tsv)));
      },
    }),
    route('PUT', dictionaries, 'glossaries', {
      ...takesGlossary,
      operationId: 'replaceV3Dictionary',
      summary: 'Replace the entries of a dictionary, or create it',
      description:
        'Replaces all entries of the dictionary of a language pair, or creates the dictionary, in the format of the DeepL API.',
      answerExample: dictionaryExample,
      documentedBody: newDictionarySchema,
      problems: ['unsupported_language', 'conflict'],
      example: { body: exampleDictionary },
      response: { 200: dictionarySchema },
      handler: async (request) => {
        const read = await readGlossaryBody(parts, request, 'single');
        if (!read.ok) return read;
        const [dictionary] = read.value.dictionaries;
        if (dictionary === undefined) throw new Error('a body with one dictionary has none');
        const target = { ...subjectOf(request), pair: dictionary, condition: undefined };
        return mapOutcome(await glossaries.replaceDictionary(target, dictionary), showDictionary);
      },
    }),
    route('DELETE', dictionaries, 'glossaries', {
      operationId: 'deleteV3Dictionary',
      summary: 'Delete a dictionary',
      description: 'Deletes the dictionary of a language pair permanently. The glossary remains.',
      example: { query: exampleQuery },
      query: pairQuery,
      handler: async (request) => {
        const pair = await readPairMembers(request);
        return glossaries.deleteDictionary({ ...subjectOf(request), pair, condition: undefined });
      },
    }),
  ];
}

async function* entriesAsJson({ source, target }: LanguagePair, tsv: Buffer): AsyncGenerator<string> {
  const head = {
    source_lang: source.toLowerCase(),
    target_lang: target.toLowerCase(),
    entries_format: 'tsv',
  };
  yield `{"dictionaries":[${JSON.stringify(head).slice(0, -1)},"entries":"`;
  // Without the final newline: the libraries write newlines only between entries.
  yield* entriesInsideJson(tsv.subarray(0, -1));
  yield '"}]}';
}

async function readPairMembers(request: FastifyRequest): Promise<LanguagePair> {
  const { source_lang, target_lang } = await readMembers(request, ['source_lang', 'target_lang']);
  const pair = readPair(source_lang, target_lang);
  if (!pair.ok) throw new ProblemError(pair.problem);
  return pair.value;
}
