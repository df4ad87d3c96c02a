/** Responses to the client libraries that the OpenAPI document shows as examples. */
import { documentExample } from '../../documents/document-examples.ts';
import { glossaryExample } from '../../glossaries/glossary-examples.ts';

export const translationExample = {
  translations: [{ text: 'La casa es grande.', detected_source_language: 'EN', billed_characters: 17 }],
  characters: 17,
  billed_characters: 17,
};

export const compatImprovementsExample = {
  improvements: [{ text: 'This house is big.', detected_source_language: 'en', target_language: 'en-US' }],
  characters: 19,
  billed_characters: 19,
};

export const targetLanguagesExample = [{ language: 'ES', name: 'Spanish', supports_formality: false }];

export const languagesExample = [
  {
    lang: 'es',
    name: 'Spanish',
    usable_as_source: true,
    usable_as_target: true,
    status: 'stable',
    features: { auto_detection: { status: 'stable' } },
  },
];

const pair = { source_lang: 'en', target_lang: 'es' };
export const pairsExample = { supported_languages: [pair] };

const { id: glossary_id, name, created_at: creation_time } = glossaryExample;
export const v2GlossaryExample = { glossary_id, name, ready: true, ...pair, creation_time, entry_count: 1 };
export const dictionaryExample = { ...pair, entry_count: 1 };
export const v3GlossaryExample = { glossary_id, name, creation_time, dictionaries: [dictionaryExample] };
export const entriesExample = {
  dictionaries: [{ ...pair, entries_format: 'tsv', entries: 'house\tcasa' }],
};

export const uploadExample = { document_id: documentExample.id, document_key: '0123456789ABCDEF' };
export const documentStatusExample = {
  document_id: documentExample.id,
  status: 'done',
  billed_characters: 17,
};
