/** Reads and writes dictionary entries as JSON, TSV or CSV, for both listeners. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { EntryFormat } from '../../accounts/glossaries/entries.ts';
import type { DictionaryEntries } from '../../accounts/glossaries/glossaries.ts';
import { readPair } from '../../accounts/glossaries/pack-entries.ts';
import { entriesAsCsv, entriesAsJson } from '../../accounts/glossaries/write-entries.ts';
import { ProblemError } from '../../lib/errors.ts';
import { answerLanguageTag, type LanguagePair } from '../../lib/language-tag.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { described } from '../described.ts';
import { entityTag } from '../entity-tags.ts';
import { refuseLargeAnswer } from '../large-exchanges.ts';
import { mediaTypeOf } from '../raw-body.ts';
import { dictionaryHead, entryArray } from './glossary-shapes.ts';

export const mediaTypes: Readonly<Record<EntryFormat, string>> = {
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  csv: 'text/csv',
};
const formats = Object.keys(mediaTypes) as EntryFormat[];

export const entriesSchema = Type.Object({
  ...dictionaryHead,
  entries: described(entryArray, 'The entries, in the order in which they were added.'),
});

export function pairOf({ params }: FastifyRequest): LanguagePair {
  const { source, target } = params as { source: string; target: string };
  const pair = readPair(source, target);
  if (!pair.ok) throw new ProblemError(pair.problem);
  return pair.value;
}

/** The body of a route with `rawBodyTypes`. */
export function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The format of the body, by its content type. */
export function formatOf(request: FastifyRequest): EntryFormat {
  const type = mediaTypeOf(request);
  return formats.find((format) => mediaTypes[format] === type) ?? 'json';
}

/** Sets the headers and returns the entries as the caller prefers; concurrent large responses are limited. */
export function toEntriesAnswer(
  reply: FastifyReply,
  { source, target }: LanguagePair,
  outcome: Outcome<DictionaryEntries>,
): Outcome<Buffer | Readable> {
  if (!outcome.ok) return outcome;
  const { version, entryCount, tsv } = outcome.value;
  const refusal = refuseLargeAnswer(reply, tsv.length);
  if (refusal !== undefined) return refusal;
  const format = preferredFormat(reply.request.headers.accept);
  reply
    .type(`${mediaTypes[format]}; charset=utf-8`)
    .header('vary', 'Accept')
    .header('etag', entityTag(version, format === 'json' ? '' : format));
  if (format === 'tsv') return done(tsv);
  if (format === 'csv') return done(Readable.from(entriesAsCsv(tsv)));
  const head = {
    source_lang: answerLanguageTag(source),
    target_lang: answerLanguageTag(target),
    version,
    entry_count: entryCount,
  };
  return done(Readable.from(entriesAsJson(head, tsv)));
}

/** The supported format with the highest weight; JSON if `Accept` is missing or names no supported format. */
function preferredFormat(accept: string | undefined): EntryFormat {
  const preferences = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    return { format: formats.find((format) => mediaTypes[format] === type), weight: Number(weight) };
  });
  const best = preferences.filter(({ format, weight }) => format !== undefined && weight > 0);
  return best.toSorted((a, b) => b.weight - a.weight)[0]?.format ?? 'json';
}
