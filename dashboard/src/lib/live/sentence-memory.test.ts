import { expect, test } from 'vitest';
import { SentenceMemory } from './sentence-memory.ts';

test('the memory is bounded, and forgets what was not used for longest', () => {
  const memory = new SentenceMemory<{ text: string }>(180);
  for (const name of ['a', 'b', 'c']) memory.set(name, { text: name });
  memory.get('a');
  memory.set('d', { text: 'd' });
  expect(['a', 'b', 'c', 'd'].filter((name) => memory.has(name))).toEqual(['a', 'c', 'd']);
  memory.set('a', { text: 'x'.repeat(200) });
  expect(memory.has('a')).toBe(false);
});
