import { expect, test } from 'vitest';
import { toWire } from './wire-shape.ts';

test('names become snake case, times become text, and undefined becomes null', () => {
  const record = { id: 'a', createdAt: new Date(0), lastUsedAt: null, endedAt: undefined, isOwned: false };
  expect(toWire(record)).toEqual({
    id: 'a',
    created_at: '1970-01-01T00:00:00.000Z',
    last_used_at: null,
    ended_at: null,
    is_owned: false,
  });
});
