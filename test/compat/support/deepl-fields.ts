/**
 * The fields of every successful answer to a DeepL library, with their types. `?` marks a field that an answer may omit;
 * a field that is not listed here must not occur.
 */
export type Fields = Readonly<Record<string, 'string' | 'integer' | 'boolean' | 'time' | 'object'>>;

const v2Glossary = {
  glossary_id: 'string',
  name: 'string',
  ready: 'boolean',
  source_lang: 'string',
  target_lang: 'string',
  creation_time: 'time',
  entry_count: 'integer',
} as const;

const v3Glossary = {
  glossary_id: 'string',
  name: 'string',
  'dictionaries[].source_lang': 'string',
  'dictionaries[].target_lang': 'string',
  'dictionaries[].entry_count': 'integer',
  creation_time: 'time',
} as const;

const instruction = { id: 'string', label: 'string', prompt: 'string', source_language: 'string' } as const;

const styleRules = {
  style_id: 'string',
  name: 'string',
  creation_time: 'time',
  updated_time: 'time',
  language: 'string',
  version: 'integer',
  configured_rules: 'object',
  ...within('custom_instructions[].', instruction),
} as const satisfies Fields;

const improvements = {
  'improvements[].text': 'string',
  'improvements[].detected_source_language': 'string',
  'improvements[].target_language': 'string',
  characters: 'integer',
  billed_characters: 'integer',
} as const;

export const answeredFields: Readonly<Record<string, Fields>> = {
  'POST /v2/translate': {
    'translations[].text': 'string',
    'translations[].detected_source_language': 'string',
    'translations[].billed_characters': 'integer',
    'translations[].model_type_used': 'string',
    'translations[].tag_handling_version': 'string',
    characters: 'integer',
    billed_characters: 'integer',
  },
  'POST /v2/document': { document_id: 'string', document_key: 'string' },
  'POST /v2/document/{document_id}': {
    document_id: 'string',
    status: 'string',
    'seconds_remaining?': 'integer',
    billed_characters: 'integer',
    error_message: 'string',
  },
  'POST /v2/write/rephrase': improvements,
  'POST /v2/write/correct': improvements,
  'GET /v2/usage': {
    character_count: 'integer',
    character_limit: 'integer',
    'products[].product_type': 'string',
    'products[].billing_unit': 'string',
    'products[].api_key_unit_count': 'integer',
    'products[].account_unit_count': 'integer',
    'products[].api_key_character_count': 'integer',
    'products[].character_count': 'integer',
    api_key_character_count: 'integer',
    api_key_character_limit: 'integer',
    start_time: 'time',
    end_time: 'time',
  },
  'GET /v2/languages': { '[].language': 'string', '[].name': 'string', '[].supports_formality': 'boolean' },
  'GET /v3/languages': {
    '[].lang': 'string',
    '[].name': 'string',
    '[].usable_as_source': 'boolean',
    '[].usable_as_target': 'boolean',
    '[].status': 'string',
    '[].features': 'object',
  },
  'GET /v3/languages/resources': {
    '[].name': 'string',
    '[].features[].name': 'string',
    '[].features[].needs_source_support': 'boolean',
    '[].features[].needs_target_support': 'boolean',
  },
  'GET /v2/glossary-language-pairs': {
    'supported_languages[].source_lang': 'string',
    'supported_languages[].target_lang': 'string',
  },
  'POST /v2/glossaries': v2Glossary,
  'GET /v2/glossaries': within('glossaries[].', v2Glossary),
  'GET /v2/glossaries/{glossary_id}': v2Glossary,
  'POST /v3/glossaries': v3Glossary,
  'GET /v3/glossaries': within('glossaries[].', v3Glossary),
  'GET /v3/glossaries/{glossary_id}': v3Glossary,
  'PATCH /v3/glossaries/{glossary_id}': v3Glossary,
  'GET /v3/glossaries/{glossary_id}/entries': {
    'dictionaries[].source_lang': 'string',
    'dictionaries[].target_lang': 'string',
    'dictionaries[].entries': 'string',
    'dictionaries[].entries_format': 'string',
  },
  'PUT /v3/glossaries/{glossary_id}/dictionaries': {
    source_lang: 'string',
    target_lang: 'string',
    entry_count: 'integer',
  },
  'GET /v3/style_rules': within('style_rules[].', styleRules),
  'POST /v3/style_rules': styleRules,
  'GET /v3/style_rules/{style_id}': styleRules,
  'PATCH /v3/style_rules/{style_id}': styleRules,
  'PUT /v3/style_rules/{style_id}/configured_rules': styleRules,
  'POST /v3/style_rules/{style_id}/custom_instructions': instruction,
  'GET /v3/style_rules/{style_id}/custom_instructions/{instruction_id}': instruction,
  'PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}': instruction,
};

/** The operations whose answers are no JSON, with the type of their content. */
export const otherAnswers: Readonly<Record<string, string>> = {
  'POST /v2/document/{document_id}/result': 'text/plain',
  'GET /v2/glossaries/{glossary_id}/entries': 'text/tab-separated-values',
};

function within(prefix: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${prefix}${name}`, type]));
}

/** Objects whose members are names of features or rules, and no fields. */
const opaque = new Set(['features', 'configured_rules']);
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The fields of an answer by their paths, with the types of all their values. */
export function fieldsOf(value: unknown, found = new Map<string, Set<string>>(), at = '') {
  const add = (type: string) => found.set(at, (found.get(at) ?? new Set()).add(type));
  if (Array.isArray(value)) {
    for (const each of value) fieldsOf(each, found, `${at}[]`);
  } else if (typeof value === 'object' && value !== null) {
    if (opaque.has(at.split('.').at(-1) ?? '')) return add('object');
    for (const [name, each] of Object.entries(value))
      fieldsOf(each, found, at === '' ? name : `${at}.${name}`);
  } else if (typeof value === 'string') add(time.test(value) ? 'time' : 'string');
  else add(Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value);
  return found;
}
