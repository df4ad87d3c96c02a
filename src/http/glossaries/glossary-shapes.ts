/** Schemas of glossaries and dictionaries. */

import Type from 'typebox';
import type { Dictionary, Glossary } from '../../accounts/glossaries/glossaries.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { nameSchema } from '../read-name.ts';
import { time } from '../time-shapes.ts';

export const dictionarySchema = Type.Object({
  source_lang: Type.String(),
  target_lang: Type.String(),
  version: Type.Integer(),
  entry_count: Type.Integer(),
  updated_at: time,
});
export const glossarySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  created_at: time,
  updated_at: time,
  dictionaries: Type.Array(dictionarySchema),
});
export const entryArray = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }), {
  minItems: 1,
});
export const newGlossarySchema = Type.Object({
  name: nameSchema,
  dictionaries: Type.Optional(
    Type.Array(
      Type.Object({
        source_lang: Type.String(),
        target_lang: Type.String(),
        entries: Type.Union([entryArray, Type.String()]),
        entries_format: Type.Optional(Type.Enum(['tsv', 'csv'])),
      }),
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
