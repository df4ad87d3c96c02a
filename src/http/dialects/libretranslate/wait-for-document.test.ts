import { expect, test } from 'vitest';
import type { Documents, ShownDocument } from '../../../documents/documents.ts';
import { done } from '../../../lib/outcome.ts';
import { waitForDocument } from './wait-for-document.ts';

const reader = { teamId: 'team', documentKey: 'secret' };

/** Each time that the document is looked for, it is in the next state. `isCancelled`: what `cancel` finds. */
function documentsIn(states: ShownDocument['state'][], isCancelled: boolean): Documents {
  const remaining = [...states];
  return {
    find: async () => done({ id: 'id', state: remaining.shift() ?? 'queued' } as ShownDocument),
    cancel: async () => done(isCancelled),
  } as unknown as Documents;
}

test('a file that is not ready in time is cancelled, and its client learns when to come back', async () => {
  const outcome = await waitForDocument(documentsIn(['queued'], true), reader, 'id', 0, () => true);
  expect(outcome).toMatchObject({
    ok: false,
    problem: { code: 'engine_unavailable', retryAfterSeconds: 30 },
  });
});

test('a file that is finished while it would be cancelled is charged, so it is answered', async () => {
  const documents = documentsIn(['translating', 'done'], false);
  expect(await waitForDocument(documents, reader, 'id', 0, () => true)).toMatchObject({
    ok: true,
    value: { state: 'done' },
  });
});
