/** The members of a translate call that name glossaries or contain entries. */
import Type, { type Static } from 'typebox';
import { readEntriesInTurns } from '../../accounts/glossaries/entries.ts';
import type { TranslationRequest } from '../../translate/translator.ts';

export const glossaryId = Type.String({ format: 'uuid' });

/** `{"house": "casa"}`, or the array that stored glossaries use. */
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

export function glossaryOf(members: GlossaryMembers): TranslationRequest['glossary'] {
  const { glossary_id, glossary_ids = [], glossary } = members;
  const ids = typeof glossary_id === 'string' ? [glossary_id, ...glossary_ids] : glossary_ids;
  if (typeof glossary !== 'object' || glossary === null) return ids.length === 0 ? undefined : { ids };
  return { ids, readEntries: (pace) => readEntriesInTurns(glossary.entries, pace) };
}
