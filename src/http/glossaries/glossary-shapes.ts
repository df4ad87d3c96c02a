/** Schemas of glossaries and dictionaries. */

import Type from 'typebox';
import type { Dictionary, Glossary } from '../../accounts/glossaries/glossaries.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { described } from '../described.ts';
import { entry, sourceLang, targetLang } from '../language-shapes.ts';
import { nameSchema } from '../read-name.ts';
import { createdAt, time } from '../time-shapes.ts';

/** A dictionary without its entries. */
export const dictionaryHead = {
  source_lang: sourceLang,
  target_lang: targetLang,
  version: Type.Integer({
    description: 'The version of the glossary in which this dictionary was last changed.',
  }),
  entry_count: Type.Integer({ description: 'The number of entries.' }),
};
export const dictionarySchema = Type.Object({
  ...dictionaryHead,
  updated_at: described(time, 'When the dictionary was last changed.'),
});
export const glossarySchema = Type.Object({
  id: Type.String({ description: 'The ID of the glossary.' }),
  name: Type.String({ description: 'The name of the glossary.' }),
  version: Type.Integer({
    description: 'The version of the glossary. Every change increases it; the `ETag` header contains it.',
  }),
  created_at: createdAt,
  updated_at: described(time, 'When the glossary or one of its dictionaries was last changed.'),
  dictionaries: Type.Array(dictionarySchema, {
    description: 'The dictionaries, without their entries, in the order in which they were created.',
  }),
});
export const entryArray = Type.Array(entry, {
  minItems: 1,
  description: 'The entries. A source term may occur only once in a dictionary.',
});
export const newGlossarySchema = Type.Object({
  name: nameSchema,
  dictionaries: Type.Optional(
    Type.Array(
      Type.Object({
        source_lang: sourceLang,
        target_lang: targetLang,
        entries: Type.Union([entryArray, Type.String()], {
          description: 'The entries, as an array or as a TSV or CSV text.',
        }),
        entries_format: Type.Optional(
          Type.Enum(['tsv', 'csv'], { description: 'The format of `entries` if it is a text.' }),
        ),
      }),
      { description: 'The dictionaries of the glossary, at most 100: one for each language pair.' },
    ),
  ),
});

export function showGlossary({ id, name, version, createdAt, updatedAt, dictionaries }: Glossary) {
  return {
    id,
    name,
    version,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    dictionaries: dictionaries.map(showDictionary),
  };
}

export function showDictionary({ sourceLang, targetLang, version, entryCount, updatedAt }: Dictionary) {
  return {
    source_lang: answerLanguageTag(sourceLang),
    target_lang: answerLanguageTag(targetLang),
    version,
    entry_count: entryCount,
    updated_at: updatedAt.toISOString(),
  };
}
