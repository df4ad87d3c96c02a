import { expect, test } from 'vitest';
import { endOfId, withEqualNames } from './equal-names.ts';

test('teams that look alike are told apart by the end of their ids', () => {
  const names = ['Harbour', 'harbour', 'Harb\u200bour', 'Harbour  Trading', 'Harbour Trading', 'Lighthouse'];
  const all = names.map((name, i) => ({ id: `019a0000-0000-7000-8000-00000000000${i}`, name }));
  const equal = withEqualNames(all);
  expect(all.filter(({ id }) => equal.has(id)).map(({ name }) => name)).toEqual(names.slice(0, -1));
  expect(endOfId(all[3]?.id ?? '')).toBe('…000003');
});
