import { expect, test } from 'vitest';
import { Sharing } from './sharing.ts';

test('one team alone shares nothing; two do, and for a while after the second has left', () => {
  let now = 0;
  const sharing = new Sharing(() => now);
  for (let i = 0; i < 5; i++) sharing.note('a');
  expect(sharing.isShared).toBe(false);
  sharing.note('b');
  expect(sharing.isShared).toBe(true);
  sharing.note('a');
  now = 9_999;
  sharing.note('a');
  expect(sharing.isShared).toBe(true);
  now = 10_000;
  sharing.note('a');
  expect(sharing.isShared).toBe(false);
});
