/** Glossaries with one language pair: `/v2/glossaries`. All other glossaries are hidden here. */
import Type from 'typebox';
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { done, type Outcome, refused } from '../../../lib/outcome.ts';
import { accepts } from '../../accepted-types.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { refuseLargeAnswer } from '../../large-exchanges.ts';
import { route } from '../../route.ts';
import { callerOf } from '../request-caller.ts';
import { v2GlossaryExample } from './examples.ts';
import { createGlossary, type GlossaryParts, takesGlossary } from './glossary-bodies.ts';
import { listAll } from './glossary-lists.ts';
import { subjectOf } from './glossary-subject.ts';
import { newV2Schema, onlyDictionary, showInV2, v2Schema } from './glossary-views.ts';

const url = '/v2/glossaries';
const one = `${url}/:id` as const;
const listSchema = Type.Object({
  glossaries: Type.Array(v2Schema, { description: 'The glossaries, newest first.' }),
});
const tsvType = 'text/tab-separated-values';

const example = {
  body: {
    name: 'Product terms',
    source_lang: 'EN',
    target_lang: 'ES',
    entries: 'house\tcasa',
    entries_format: 'tsv',
  },
};

export function v2GlossariesRoutes(parts: GlossaryParts): RouteDefinition[] {
  const { glossaries } = parts;
  return [
    route('GET', url, 'translate', {
      operationId: 'listV2Glossaries',
      summary: 'List the glossaries with one language pair',
      description:
        'Returns all glossaries of the team that have exactly one dictionary, newest first and without pages. Other glossaries are only on `/v3`.',
      answerExample: { glossaries: [v2GlossaryExample] },
      response: { 200: listSchema },
      handler: async (_request, reply) => done(await listAll(reply, glossaries, showInV2)),
    }),
    route('POST', url, 'glossaries', {
      ...takesGlossary,
      operationId: 'createV2Glossary',
      summary: 'Create a glossary with one language pair',
      description:
        'Creates a glossary with one dictionary, in the format of the DeepL API. `GET /v2/glossary-language-pairs` lists the language pairs.',
      answerExample: v2GlossaryExample,
      documentedBody: newV2Schema,
      problems: ['unsupported_language', 'conflict'],
      example,
      response: { 201: v2Schema },
      handler: async (request) => showSingle(await createGlossary(parts, request, 'single')),
    }),
    route('GET', one, 'translate', {
      operationId: 'readV2Glossary',
      summary: 'Read a glossary with one language pair',
      description:
        'Returns a glossary that has exactly one dictionary, without its entries. Any other glossary gets 404.',
      answerExample: v2GlossaryExample,
      response: { 200: v2Schema },
      handler: async (request) =>
        showSingle(await glossaries.find(callerOf(request).teamId, request.params.id)),
    }),
    route('DELETE', one, 'glossaries', {
      operationId: 'deleteV2Glossary',
      summary: 'Delete a glossary with one language pair',
      description:
        'Deletes a glossary that has exactly one dictionary permanently. Any other glossary gets 404.',
      problems: ['precondition_failed'],
      handler: async (request) => {
        const found = await findSingle(glossaries, callerOf(request).teamId, request.params.id);
        return found.ok ? glossaries.delete(subjectOf(request), [found.value.version]) : found;
      },
    }),
    route('GET', `${one}/entries`, 'translate', {
      operationId: 'readV2GlossaryEntries',
      summary: 'Read the entries of a glossary with one language pair, as TSV',
      description:
        'Returns one line for each entry: the source term, a tab and the target term. A request whose `Accept` header allows only other formats gets 415.',
      answers: tsvType,
      problems: ['unsupported_media_type'],
      handler: async (request, reply) => {
        if (!accepts(request.headers.accept, tsvType)) return onlyTsv;
        const { teamId } = callerOf(request);
        const found = await findSingle(glossaries, teamId, request.params.id);
        if (!found.ok) return found;
        const { sourceLang: source = '', targetLang: target = '' } = onlyDictionary(found.value) ?? {};
        const entries = await glossaries.readEntries(teamId, found.value.id, { source, target });
        if (!entries.ok) return entries;
        const { tsv } = entries.value;
        const refusal = refuseLargeAnswer(reply, tsv.length);
        if (refusal !== undefined) return refusal;
        reply.type(`${tsvType}; charset=utf-8`);
        // Without the final newline: the libraries write newlines only between entries.
        return done(tsv.subarray(0, -1));
      },
    }),
  ];
}

const onlyTsv = refused(
  'unsupported_media_type',
  `Entries are returned as ${tsvType} only. Send it as Accept, or no Accept at all.`,
);

const notSingle = refused(
  'not_found',
  'This glossary does not have exactly one dictionary. Read it with GET /v3/glossaries/{id}.',
);

async function findSingle(glossaries: Glossaries, teamId: string, id: string): Promise<Outcome<Glossary>> {
  const found = await glossaries.find(teamId, id);
  return found.ok && onlyDictionary(found.value) === undefined ? notSingle : found;
}

function showSingle(outcome: Outcome<Glossary>): Outcome<object> {
  if (!outcome.ok) return outcome;
  const shown = showInV2(outcome.value);
  return shown === undefined ? notSingle : done(shown);
}
