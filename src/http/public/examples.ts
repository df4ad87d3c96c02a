/** Responses that the OpenAPI document shows as examples. A unit test validates each against its schema. */
export const translationExample = {
  translations: [{ text: 'La casa es grande.', detected_source_language: 'EN' }],
  characters: 17,
};

export const languagesExample = {
  source_languages: [{ code: 'EN', name: 'English' }],
  target_languages: [{ code: 'ES', name: 'Spanish' }],
  pairs: [
    {
      source_lang: 'EN',
      target_lang: 'ES',
      engine: 'apertium',
      formality: false,
      glossary: false,
      markup: true,
    },
  ],
};

export const accountExample = {
  team: { id: '01a1dd01-6bf2-794c-b691-08d71d013658', name: 'my-team' },
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
  quota: 1_000_000,
  quota_used: 17,
  quota_left: 999_983,
  credit_left: 0,
  held: 0,
  limits: {
    requests_per_second: 100,
    requests_burst: 200,
    characters_per_minute: 1_000_000,
    calls_in_flight: 64,
  },
};

export const usageExample = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  total: { characters: 48, calls: 2, texts: 3 },
  usage: [
    { day: '2026-11-15', mode: 'live', characters: 43, calls: 1, texts: 2 },
    { day: '2026-11-15', mode: 'test', characters: 5, calls: 1, texts: 1 },
  ],
  refused: [{ code: 'quota_exceeded', calls: 3 }],
};

export const keyExample = {
  id: '01a1dd01-735d-75c5-a1fc-6551c020c92d',
  name: 'Web shop',
  mode: 'live',
  scopes: ['translate'],
  fingerprint: '526dbfab',
  created_at: '2026-11-15T05:51:07.658Z',
  last_used_at: null,
  revoked_at: null,
};
export const createdKeyExample = { ...keyExample, key: 'svc_live_…' };

export const auditExample = {
  entries: [
    {
      id: '01a1ddc2-6840-7dcc-a0f6-85ed94e4940d',
      at: '2026-11-15T05:51:07.841Z',
      action: 'key.created',
      subject: { type: 'key', id: keyExample.id },
      actor: { type: 'key', id: '01a1ddc2-5b94-7989-9890-4c750323bf94', name: 'owner' },
      address: '203.0.113.7',
      request_id: '01a1ddc2-683a-7d61-a46d-bdf6c31346bc',
      details: { name: 'Web shop', mode: 'live', scopes: ['translate'], fingerprint: '526dbfab' },
    },
  ],
  next_cursor: null,
};

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

export const documentExample = {
  id: '01a1ddc2-7a31-7c1e-9d55-0f6a3f2f8c11',
  name: 'letter.txt',
  state: 'done',
  format: 'txt',
  bytes: 18,
  characters: 17,
  translated_characters: 17,
  source_lang: 'EN',
  source_detected: false,
  target_lang: 'ES',
  mode: 'live',
  key_id: keyExample.id,
  seconds_remaining: 0,
  ready: true,
  error: null,
  created_at: '2026-11-15T05:51:07.000Z',
  finished_at: '2026-11-15T05:51:09.000Z',
  expires_at: '2026-11-16T05:51:07.000Z',
};
/** What differs right after the upload. */
export const queuedDocument = {
  state: 'queued',
  translated_characters: 0,
  seconds_remaining: 2,
  ready: false,
  finished_at: null,
};
