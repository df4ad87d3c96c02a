/** The members of a translate call that name glossaries or bring their entries along. */
import Type, { type Static } from 'typebox';
import { readJsonEntries, writeTsv } from '../../accounts/glossaries/entries.ts';
import { ProblemError } from '../../lib/errors.ts';
import type { TranslationRequest } from '../../translate/translator.ts';

export const glossaryId = Type.String({ format: 'uuid' });

/** `{"house": "casa"}`, or the form in which stored glossaries take their entries. */
export const inlineGlossary = Type.Object({
  entries: Type.Union([
    Type.Record(Type.String(), Type.String()),
    Type.Array(Type.Object({ source: Type.String(), target: Type.String() })),
  ]),
});

export const appliedTerms = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));

interface GlossaryMembers {
  readonly glossary_id?: string | null | undefined;
  readonly glossary_ids?: readonly string[] | undefined;
  readonly glossary?: Static<typeof inlineGlossary> | null | undefined;
}

/** Throws a `ProblemError` for entries that break the rules of glossaries. */
export function glossaryOf(members: GlossaryMembers): TranslationRequest['glossary'] {
  const { glossary_id, glossary_ids = [], glossary } = members;
  const ids = typeof glossary_id === 'string' ? [glossary_id, ...glossary_ids] : glossary_ids;
  const entries =
    typeof glossary === 'object' && glossary !== null ? readInline(glossary.entries) : undefined;
  return ids.length === 0 && entries === undefined ? undefined : { ids, entries };
}

function readInline(entries: Static<typeof inlineGlossary>['entries']): Uint8Array {
  const listed = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([source, target]) => ({ source, target }));
  const read = readJsonEntries(listed);
  if (!read.ok) throw new ProblemError(read.problem);
  return Buffer.from(writeTsv(read.value));
}
