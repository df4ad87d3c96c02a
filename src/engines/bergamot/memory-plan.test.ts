import { expect, test } from 'vitest';
import { estimatedNeed } from './architectures.ts';
import { MemoryPlan } from './memory-plan.ts';
import type { Model } from './models.ts';

const model = (name: string) => ({ name, bytes: 20_000_000 }) as Model;
const models = ['a', 'b', 'c', 'd'].map(model);
const need = estimatedNeed(model('a'));
const planFor = (count: number, pinned: string[] = []) => new MemoryPlan(models, pinned, count * need);

test('the least recently used go until the new one fits, and no more', () => {
  expect(planFor(3).evictionsFor('d', ['a', 'b'])).toEqual([]);
  expect(planFor(3).evictionsFor('d', ['b', 'a', 'c'])).toEqual(['b']);
  expect(planFor(1).evictionsFor('d', ['b', 'a', 'c'])).toEqual(['b', 'a', 'c']);
});

test('what is loaded already needs no room, and the pinned stay', () => {
  expect(planFor(1).evictionsFor('a', ['a'])).toEqual([]);
  expect(planFor(2, ['a']).evictionsFor('c', ['a', 'b'])).toEqual(['b']);
});

test('models share the budget of their thread; one that does not fit there gets what it is known to need', () => {
  const plan = planFor(2);
  expect(plan.limitFor(['a'])).toBe(2 * need);
  expect(plan.limitFor(['a', 'b'])).toBe(2 * need);
  plan.learn('a', 2 * need);
  expect(plan.limitFor(['a'])).toBe(2.5 * need);
});

test('no budget lets a thread grow beyond what a WASM memory can be', () => {
  expect(new MemoryPlan(models, [], 8_000_000_000).bytesPerThread).toBe(2_000_000_000);
});
