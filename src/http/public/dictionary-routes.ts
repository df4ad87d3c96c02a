/** One dictionary of a glossary, by its language pair: entries as JSON, TSV or CSV, in and out. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { EntryFormat } from '../../accounts/glossaries/entries.ts';
import type {
  Dictionary,
  DictionaryEntries,
  DictionaryTarget,
  Glossaries,
} from '../../accounts/glossaries/glossaries.ts';
import { type Pair, readPair } from '../../accounts/glossaries/pack-entries.ts';
import { entriesAsCsv, entriesAsJson } from '../../accounts/glossaries/write-entries.ts';
import { ProblemError } from '../../lib/errors.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition, RouteDescription } from '../define-routes.ts';
import { isLarge } from '../large-exchanges.ts';
import { sendProblem } from '../problem-reply.ts';
import { mediaTypeOf } from '../raw-body.ts';
import { entityTag, ifMatch, readCondition } from './entity-tags.ts';
import { glossariesPath } from './glossaries-routes.ts';
import { bytesOf, subjectOf } from './glossary-requests.ts';
import { dictionarySchema, entryArray, showDictionary } from './glossary-shapes.ts';

const mediaTypes: Readonly<Record<EntryFormat, string>> = {
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  csv: 'text/csv',
};
const formats = Object.keys(mediaTypes) as EntryFormat[];

const entriesSchema = Type.Object({
  source_lang: Type.String(),
  target_lang: Type.String(),
  version: Type.Integer(),
  entry_count: Type.Integer(),
  entries: entryArray,
});

const bodySchema = Type.Object({ entries: entryArray });
const example = { body: { entries: [{ source: 'house', target: 'casa' }] } };

const url = `${glossariesPath}/:id/dictionaries/:source/:target`;
const access = 'glossaries';

export function dictionaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  const write =
    (change: Glossaries['replaceDictionary']): RouteDefinition['handler'] =>
    async (request, reply) => {
      const target = targetOf(request);
      const entries = await glossaries.readEntryFile(bytesOf(request), formatOf(request));
      return sendDictionary(reply, entries.ok ? await change(target, entries.value) : entries);
    };
  const taking = {
    bodyLimit: requestLimits.maxGlossaryBodyBytes,
    rawBodyTypes: Object.values(mediaTypes),
    schema: { response: { 200: dictionarySchema } },
  };
  return [
    {
      method: 'GET',
      url,
      access,
      schema: { response: { 200: entriesSchema } },
      describes: {
        operationId: 'readDictionary',
        summary: 'The entries of a dictionary, as the Accept header asks',
        alsoAnswers: [mediaTypes.tsv, mediaTypes.csv],
      },
      handler: readHandler(glossaries),
    },
    {
      method: 'PUT',
      url,
      access,
      ...taking,
      describes: describeWrite('replaceDictionary', 'Replace the entries of a dictionary, or make it'),
      handler: write(glossaries.replaceDictionary),
    },
    {
      method: 'PATCH',
      url,
      access,
      ...taking,
      describes: describeWrite('mergeEntries', 'Add entries to a dictionary, or change some'),
      handler: write(glossaries.mergeEntries),
    },
    {
      method: 'DELETE',
      url,
      access,
      describes: {
        operationId: 'deleteDictionary',
        summary: 'Delete a dictionary',
        headers: ifMatch,
        problems: ['precondition_failed'],
      },
      handler: deleteHandler(glossaries),
    },
  ];
}

function describeWrite(operationId: string, summary: string): RouteDescription {
  const headers = { ...ifMatch, 'If-None-Match': '"*" makes a dictionary only where there is none.' };
  return {
    operationId,
    summary,
    headers,
    body: bodySchema,
    problems: ['conflict', 'precondition_failed'],
    example,
  };
}

function readHandler(glossaries: Glossaries): RouteDefinition['handler'] {
  return async (request, reply) => {
    const { teamId, glossaryId, pair } = targetOf(request);
    const found = await glossaries.readEntries(teamId, glossaryId, pair);
    if (!found.ok) return sendProblem(reply, found.problem);
    const refusal = isLarge(found.value.tsv.length) ? reply.server.largeExchanges.begin(reply) : undefined;
    if (refusal !== undefined) return sendProblem(reply, refusal);
    return sendEntries(reply, pair, found.value, wantedFormat(request.headers.accept));
  };
}

function deleteHandler(glossaries: Glossaries): RouteDefinition['handler'] {
  return async (request, reply) => {
    const deleted = await glossaries.deleteDictionary(targetOf(request));
    return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
  };
}

function sendEntries(
  reply: FastifyReply,
  { source, target }: Pair,
  { version, entryCount, tsv }: DictionaryEntries,
  format: EntryFormat,
): FastifyReply {
  reply
    .type(`${mediaTypes[format]}; charset=utf-8`)
    .header('vary', 'Accept')
    .header('etag', entityTag(version, format === 'json' ? '' : format));
  if (format === 'tsv') return reply.send(tsv);
  if (format === 'csv') return reply.send(Readable.from(entriesAsCsv(tsv)));
  const head = {
    source_lang: answerLanguageTag(source),
    target_lang: answerLanguageTag(target),
    version,
    entry_count: entryCount,
  };
  return reply.send(Readable.from(entriesAsJson(head, tsv)));
}

function sendDictionary(reply: FastifyReply, outcome: Outcome<Dictionary>): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  return reply.header('etag', entityTag(outcome.value.version)).send(showDictionary(outcome.value));
}

function targetOf(request: FastifyRequest): DictionaryTarget {
  const { source, target } = request.params as { source: string; target: string };
  const pair = readPair(source, target);
  if (!pair.ok) throw new ProblemError(pair.problem);
  return { ...subjectOf(request), pair: pair.value, condition: readCondition(request) };
}

function formatOf(request: FastifyRequest): EntryFormat {
  const type = mediaTypeOf(request);
  return formats.find((format) => mediaTypes[format] === type) ?? 'json';
}

/** The first of our formats that the caller likes best; JSON for whoever doesn't say, or wants something else. */
function wantedFormat(accept: string | undefined): EntryFormat {
  const wishes = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    return { format: formats.find((format) => mediaTypes[format] === type), weight: Number(weight) };
  });
  const best = wishes.filter(({ format, weight }) => format !== undefined && weight > 0);
  return best.toSorted((a, b) => b.weight - a.weight)[0]?.format ?? 'json';
}
