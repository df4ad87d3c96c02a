/** Answers for the page of models with everything that it can show. The server of these tests has no such engine. */
import type { Page } from 'playwright-core';

const at = '2026-11-01T10:00:00.000Z';
const model = {
  ...{ name: 'en-de', architecture: 'tiny', bytes: 17_100_000, memory_bytes: 460_000_000 },
  ...{ licence: 'MPL-2.0', comet: 85.5, is_pinned: false },
};
const node = (id: string, models: object[]) => ({
  ...{ id, host: `host-${id}`, process_id: 1, engine: 'bergamot', folder: id, models },
});
const request = (pair: string, state: string, nodes: object[]) => ({
  ...{ id: pair, pair, action: 'pull', architecture: 'base', state, nodes },
  ...{ requested_by: 'operator@example.org', requested_at: at, ended_at: state === 'open' ? null : at },
});
const progress = (state: string, more: object = {}) => ({
  ...{
    node_id: state,
    host: `host-${state}`,
    state,
    attempts: 0,
    file: null,
    bytes: null,
    total_bytes: null,
  },
  ...{ failure: null, ...more },
});
const models = {
  nodes: [node('a', [model]), node('b', [])],
  requests: [
    request('en-es', 'open', [
      progress('working', { file: 'model.enes.bin', bytes: 3_000_000, total_bytes: 9_000_000 }),
      progress('waiting'),
    ]),
    request('en-fr', 'failed', [
      progress('failed', {
        failure: { reason: 'damaged', detail: 'The download of vocab.enfr.spm is damaged.' },
      }),
    ]),
  ],
  changes: [
    {
      id: '1',
      at,
      action: 'model.pull_requested',
      pair: 'en-es',
      actor: 'operator@example.org',
      architecture: 'base',
    },
  ],
};
const offer = {
  ...model,
  architecture: 'base-memory',
  release: 'desktop',
  words_per_second: 170,
  is_default: true,
  fits: true,
};
const offers = {
  registry: 'https://models.example.org/models.json',
  failure: null,
  models: ['en-de', 'en-es', 'en-fr'].map((name) => ({ ...offer, name })),
  served: [
    { name: 'en-de', engines: ['bergamot'], is_rule_based: false },
    { name: 'en-es', engines: ['apertium'], is_rule_based: true },
  ],
};

export async function showModels(page: Page): Promise<void> {
  await page.route('**/api/operator/models', (route) => route.fulfill({ json: models }));
  await page.route('**/api/operator/models/offers', (route) => route.fulfill({ json: offers }));
}
