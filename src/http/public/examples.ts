import { auditFields } from '../../accounts/audit-chain/link-hash.ts';

/** Responses that the OpenAPI document shows as examples. A unit test validates each against its schema. */
export const translationExample = {
  translations: [{ text: 'La casa es grande.', detected_source_language: 'EN' }],
  characters: 17,
};

export const improvementsExample = {
  improvements: [{ text: 'This house is big.', detected_source_language: 'EN', target_language: 'EN' }],
  characters: 19,
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
      glossary: true,
      instructions: false,
      markup: true,
      alternatives: false,
    },
  ],
  rephrase_languages: [],
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
  key_limits: null,
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
  max_wait_seconds: 0,
  fingerprint: '526dbfab',
  created_at: '2026-11-15T05:51:07.658Z',
  last_used_at: null,
  revoked_at: null,
  expires_at: null,
  networks: null,
  engines: null,
  language_pairs: null,
  requests_per_second: null,
  characters_per_minute: null,
  monthly_characters: 100_000,
  characters_left: 99_983,
};
export const createdKeyExample = { ...keyExample, key: 'svc_live_…' };

const sha256 = '9f2c41d6'.repeat(8);
export const auditChainExample = {
  entries: [
    {
      type: 'entry',
      chain: '01a1ddc2-5b94-7b0a-9d1b-0c4e1d2f3a4b',
      number: 1,
      hash: sha256,
      previous: '00'.repeat(32),
      digests: Object.fromEntries(auditFields.map((name) => [name, sha256])),
      salts: Object.fromEntries(auditFields.map((name) => [name, '5f'.repeat(16)])),
      fields: {
        id: '01a1ddc2-6840-7dcc-a0f6-85ed94e4940d',
        at: '1794721867841000',
        action: 'key.created',
        subject_id: keyExample.id,
        actor_type: 'key',
        actor_id: '01a1ddc2-5b94-7989-9890-4c750323bf94',
        actor_name: null,
        address: '203.0.113.7',
        request_id: '01a1ddc2-683a-7d61-a46d-bdf6c31346bc',
        details: '{"name": "Web shop"}',
      },
    },
  ],
  head: { chain: '01a1ddc2-5b94-7b0a-9d1b-0c4e1d2f3a4b', number: 1, hash: sha256 },
};

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
