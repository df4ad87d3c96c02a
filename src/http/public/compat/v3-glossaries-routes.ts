/** Glossaries with any number of dictionaries: `/v3/glossaries`. See also v3-dictionary-routes.ts. */
import Type from 'typebox';
import { done, mapOutcome, refused } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { callerOf } from '../request-caller.ts';
import { v3GlossaryExample } from './examples.ts';
import { createGlossary, type GlossaryParts, readGlossaryBody, takesGlossary } from './glossary-bodies.ts';
import { listAll } from './glossary-lists.ts';
import { subjectOf } from './glossary-subject.ts';
import { editV3Schema, newV3Schema, showInV3, v3Schema } from './glossary-views.ts';

const url = '/v3/glossaries';
export const v3GlossaryPath = `${url}/:id` as const;
const listSchema = Type.Object({
  glossaries: Type.Array(v3Schema, { description: 'The glossaries, newest first.' }),
});

export const exampleDictionary = {
  source_lang: 'EN',
  target_lang: 'ES',
  entries: 'house\tcasa',
  entries_format: 'tsv',
};

export function v3GlossariesRoutes(parts: GlossaryParts): RouteDefinition[] {
  const { glossaries } = parts;
  return [
    route('GET', url, 'translate', {
      operationId: 'listV3Glossaries',
      summary: 'List all glossaries of the team',
      description:
        'Returns all glossaries of the team with their dictionaries, without entries, newest first and without pages.',
      answerExample: { glossaries: [v3GlossaryExample] },
      response: { 200: listSchema },
      handler: async (_request, reply) => done(await listAll(reply, glossaries, showInV3)),
    }),
    route('POST', url, 'glossaries', {
      ...takesGlossary,
      operationId: 'createV3Glossary',
      summary: 'Create a glossary with any number of dictionaries',
      description:
        'Creates a glossary with its dictionaries, in the format of the DeepL API. `GET /v2/glossary-language-pairs` lists the language pairs.',
      answerExample: v3GlossaryExample,
      documentedBody: newV3Schema,
      problems: ['unsupported_language', 'conflict'],
      example: { body: { name: 'Product terms', dictionaries: [exampleDictionary] } },
      response: { 201: v3Schema },
      handler: async (request) => mapOutcome(await createGlossary(parts, request, 'list'), showInV3),
    }),
    route('GET', v3GlossaryPath, 'translate', {
      operationId: 'readV3Glossary',
      summary: 'Read a glossary and the list of its dictionaries',
      description: 'Returns a glossary with its dictionaries, without entries.',
      answerExample: v3GlossaryExample,
      response: { 200: v3Schema },
      handler: async (request) =>
        mapOutcome(await glossaries.find(callerOf(request).teamId, request.params.id), showInV3),
    }),
    route('PATCH', v3GlossaryPath, 'glossaries', {
      ...takesGlossary,
      operationId: 'editV3Glossary',
      summary: 'Rename a glossary, and add or change entries of its dictionaries',
      description:
        'Changes the name, merges entries into dictionaries, or both. Either the whole change is made or none of it.',
      answerExample: { ...v3GlossaryExample, name: 'Product terms 2027' },
      documentedBody: editV3Schema,
      problems: ['unsupported_language', 'conflict'],
      example: { body: { name: 'Product terms 2027', dictionaries: [exampleDictionary] } },
      response: { 200: v3Schema },
      handler: async (request) => {
        const read = await readGlossaryBody(parts, request, 'list');
        if (!read.ok) return read;
        const { name, dictionaries } = read.value;
        if (name === undefined && dictionaries.length === 0) return nothingToChange;
        return mapOutcome(await glossaries.edit(subjectOf(request), read.value), showInV3);
      },
    }),
    route('DELETE', v3GlossaryPath, 'glossaries', {
      operationId: 'deleteV3Glossary',
      summary: 'Delete a glossary and its dictionaries',
      description: 'Deletes a glossary and all its dictionaries permanently.',
      handler: async (request) => glossaries.delete(subjectOf(request)),
    }),
  ];
}

const nothingToChange = refused(
  'invalid_request',
  'The body changes nothing. Send name, dictionaries, or both.',
);
