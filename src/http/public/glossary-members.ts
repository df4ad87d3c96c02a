/** The members of a translate call that name glossaries or contain entries. */
import Type, { type Static } from 'typebox';
import { readEntriesInTurns } from '../../accounts/glossaries/entries.ts';
import type { TranslationRequest } from '../../translate/translator.ts';
import { entry } from '../language-shapes.ts';

export const glossaryId = Type.String({
  format: 'uuid',
  description: 'The ID of a glossary of the team to apply.',
});

/** `{"house": "casa"}`, or the array that stored glossaries use. */
export const inlineGlossary = Type.Object({
  entries: Type.Union([Type.Record(Type.String(), Type.String()), Type.Array(entry)], {
    description:
      'The entries: an object with source terms as names and target terms as values, or an array of entries.',
  }),
});

export const appliedTerms = Type.Array(entry, {
  description:
    'The glossary terms that were applied, in the order of the text. Present if `show_glossary_terms` is `true`.',
});

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
