/**
 * Glossaries as the client libraries see them. They know two kinds: one with exactly one language pair
 * (`/v2`), and one with any number of dictionaries (`/v3`). Here both are views of the same glossaries.
 */

import Type from 'typebox';
import type { Dictionary, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { time } from '../../time-shapes.ts';

const pair = { source_lang: Type.String(), target_lang: Type.String() };
const entries = { entries: Type.String(), entries_format: Type.Enum(['tsv', 'csv']) };
const name = Type.String({ minLength: 1 });

export const newV2Schema = Type.Object({ name, ...pair, ...entries });
export const v2Schema = Type.Object({
  glossary_id: Type.String(),
  name: Type.String(),
  ready: Type.Boolean(),
  ...pair,
  creation_time: time,
  entry_count: Type.Integer(),
});

export const newDictionarySchema = Type.Object({ ...pair, ...entries });
export const dictionarySchema = Type.Object({ ...pair, entry_count: Type.Integer() });
const newDictionaries = Type.Optional(Type.Array(newDictionarySchema));
export const newV3Schema = Type.Object({ name, dictionaries: newDictionaries });
export const editV3Schema = Type.Object({ name: Type.Optional(name), dictionaries: newDictionaries });
export const v3Schema = Type.Object({
  glossary_id: Type.String(),
  name: Type.String(),
  creation_time: time,
  dictionaries: Type.Array(dictionarySchema),
});
export const entriesSchema = Type.Object({ dictionaries: Type.Array(Type.Object({ ...pair, ...entries })) });

/** The dictionary of a glossary that has exactly one, which is the kind that `/v2` knows. */
export function onlyDictionary({ dictionaries }: Glossary): Dictionary | undefined {
  return dictionaries.length === 1 ? dictionaries[0] : undefined;
}

/** The `/v2` view of a glossary; undefined unless it has exactly one dictionary. */
export function showInV2(glossary: Glossary) {
  const only = onlyDictionary(glossary);
  if (only === undefined) return undefined;
  return {
    glossary_id: glossary.id,
    name: glossary.name,
    ready: true,
    ...showPair(only),
    creation_time: glossary.createdAt.toISOString(),
    entry_count: only.entryCount,
  };
}

export function showInV3({ id, name, createdAt, dictionaries }: Glossary) {
  return {
    glossary_id: id,
    name,
    creation_time: createdAt.toISOString(),
    dictionaries: dictionaries.map(showDictionary),
  };
}

export function showDictionary(dictionary: Dictionary) {
  return { ...showPair(dictionary), entry_count: dictionary.entryCount };
}

/** Glossaries use lower-case codes, unlike everything else that the libraries read. */
function showPair({ sourceLang, targetLang }: Dictionary) {
  return { source_lang: sourceLang.toLowerCase(), target_lang: targetLang.toLowerCase() };
}
