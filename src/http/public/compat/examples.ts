/** Responses to the client libraries that the OpenAPI document shows as examples. */
import { uuidDigits } from '../../../lib/uuid-v7.ts';
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

export const usageExample = {
  character_count: 40,
  character_limit: 1_000_000,
  products: [
    {
      product_type: 'translate',
      billing_unit: 'characters',
      api_key_unit_count: 17,
      account_unit_count: 40,
      api_key_character_count: 17,
      character_count: 40,
    },
  ],
  api_key_character_count: 17,
  api_key_character_limit: 999_977,
  start_time: '2026-11-01T00:00:00.000Z',
  end_time: '2026-12-01T00:00:00.000Z',
};

export const targetLanguagesExample = [{ language: 'ES', name: 'Spanish', supports_formality: false }];

export const languagesExample = [
  {
    lang: 'es',
    name: 'Spanish',
    usable_as_source: true,
    usable_as_target: true,
    status: 'stable',
    features: {
      tag_handling: { status: 'stable' },
      glossary: { status: 'stable' },
      auto_detection: { status: 'stable' },
    },
  },
];

export const resourcesExample = [
  {
    name: 'translate_text',
    features: [
      { name: 'formality', needs_target_support: true },
      { name: 'glossary', needs_source_support: true, needs_target_support: true },
    ],
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

const document_id = uuidDigits(documentExample.id);
export const uploadExample = { document_id, document_key: '0123456789ABCDEF'.repeat(4) };
export const documentStatusExample = {
  document_id,
  status: 'done',
  billed_characters: 17,
};
