/**
 * Glossaries as the client libraries see them. They know two kinds: one with exactly one language pair
 * (`/v2`), and one with any number of dictionaries (`/v3`). Here both are views of the same glossaries.
 */

import Type from 'typebox';
import type { Dictionary, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { described } from '../../described.ts';
import { time } from '../../time-shapes.ts';

export const pair = {
  source_lang: Type.String({ description: 'The source language, such as `en`.' }),
  target_lang: Type.String({ description: 'The target language, such as `es`.' }),
};
const entries = {
  entries: Type.String({ description: 'The entries: one line for each, with a source and a target term.' }),
  entries_format: Type.Enum(['tsv', 'csv'], {
    description: 'The format of `entries`. In responses it is always `tsv`.',
  }),
};
const entryCount = Type.Integer({ description: 'The number of entries.' });
const glossaryId = Type.String({
  description: 'The ID of the glossary, the same on `/v1`, `/v2` and `/v3`.',
});
const name = Type.String({ minLength: 1, description: 'The name of the glossary, 1 to 200 characters.' });
const shownName = Type.String({ description: 'The name of the glossary.' });
const creationTime = described(time, 'When the glossary was created.');

export const newV2Schema = Type.Object({ name, ...pair, ...entries });
export const v2Schema = Type.Object({
  glossary_id: glossaryId,
  name: shownName,
  ready: Type.Boolean({ description: 'Always `true`: a glossary can be used at once.' }),
  ...pair,
  creation_time: creationTime,
  entry_count: entryCount,
});

export const newDictionarySchema = Type.Object({ ...pair, ...entries });
export const dictionarySchema = Type.Object({ ...pair, entry_count: entryCount });
const newDictionaries = Type.Optional(
  Type.Array(newDictionarySchema, {
    description:
      'Dictionaries with their entries. A change merges the entries into the existing dictionary of the language pair.',
  }),
);
export const newV3Schema = Type.Object({ name, dictionaries: newDictionaries });
export const editV3Schema = Type.Object({ name: Type.Optional(name), dictionaries: newDictionaries });
export const v3Schema = Type.Object({
  glossary_id: glossaryId,
  name: shownName,
  creation_time: creationTime,
  dictionaries: Type.Array(dictionarySchema, {
    description: 'The dictionaries, without their entries, in the order in which they were created.',
  }),
});
export const entriesSchema = Type.Object({
  dictionaries: Type.Array(Type.Object({ ...pair, ...entries }), {
    description: 'The requested dictionary, as an array with one item.',
  }),
});

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
