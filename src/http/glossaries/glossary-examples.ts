/** Responses that the OpenAPI document shows as examples, as in public/examples.ts. */
const dictionary = { source_lang: 'EN', target_lang: 'ES', version: 1, entry_count: 1 };
const madeAt = '2026-11-15T05:51:07.793Z';

export const dictionaryExample = { ...dictionary, updated_at: madeAt };
export const entriesExample = { ...dictionary, entries: [{ source: 'house', target: 'casa' }] };
export const glossaryExample = {
  id: '01a1ddc2-6810-7779-9ed3-fe85f76a1ce9',
  name: 'Product terms',
  version: 1,
  created_at: madeAt,
  updated_at: madeAt,
  dictionaries: [dictionaryExample, { ...dictionaryExample, source_lang: 'FR' }],
};
