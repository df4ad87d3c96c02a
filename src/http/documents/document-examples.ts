/** Responses that the OpenAPI document shows as examples, as in public/examples.ts. */
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
  key_id: '01a1dd01-735d-75c5-a1fc-6551c020c92d',
  seconds_remaining: 0,
  ready: true,
  error: null,
  created_at: '2026-11-15T05:51:07.000Z',
  finished_at: '2026-11-15T05:51:09.000Z',
  expires_at: '2026-11-16T05:51:07.000Z',
};
export const queuedDocumentExample = {
  ...documentExample,
  state: 'queued',
  translated_characters: 0,
  seconds_remaining: 2,
  ready: false,
  finished_at: null,
};
