import { expect, test } from 'vitest';
import { estimatedNeed } from './architectures.ts';
import { MemoryPlan } from './memory-plan.ts';
import type { Model } from './models.ts';

const model = (name: string) => ({ name, fingerprint: '1', bytes: 20_000_000 }) as Model;
const models = ['a', 'b', 'c', 'd'].map(model);
const need = estimatedNeed(model('a'));
const planFor = (count: number, pinned: string[] = []) => new MemoryPlan(models, pinned, count * need);

test('the least recently used go until the new one fits, and no more', () => {
  expect(planFor(3).evictionsFor('d 1', ['a 1', 'b 1'])).toEqual([]);
  expect(planFor(3).evictionsFor('d 1', ['b 1', 'a 1', 'c 1'])).toEqual(['b 1']);
  expect(planFor(1).evictionsFor('d 1', ['b 1', 'a 1', 'c 1'])).toEqual(['b 1', 'a 1', 'c 1']);
});

test('what is loaded already needs no room, and the pinned stay', () => {
  expect(planFor(1).evictionsFor('a 1', ['a 1'])).toEqual([]);
  expect(planFor(2, ['a']).evictionsFor('c 1', ['a 1', 'b 1'])).toEqual(['b 1']);
});

test('models share the budget of their thread; one that does not fit there gets what it is known to need', () => {
  const plan = planFor(2);
  expect(plan.limitFor(['a 1'])).toBe(2 * need);
  expect(plan.limitFor(['a 1', 'b 1'])).toBe(2 * need);
  plan.learn('a 1', 2 * need);
  expect(plan.limitFor(['a 1'])).toBe(2.5 * need);
});

test('no budget lets a thread grow beyond what a WASM memory can be', () => {
  expect(new MemoryPlan(models, [], 8_000_000_000).bytesPerThread).toBe(2_000_000_000);
});

test('a model that was replaced counts until its successor has been replaced, too', () => {
  const plan = planFor(2);
  const successor = { ...model('a'), fingerprint: '2' };
  plan.replace([successor, ...models.slice(1)], [], 2 * need);
  expect(plan.evictionsFor('a 2', ['a 1', 'b 1'])).toEqual(['a 1']);
  plan.replace([{ ...successor, fingerprint: '3' }], [], need);
  expect(plan.bytesPerThread).toBe(need);
  expect(plan.limitFor(['a 1'])).toBe(need);
});
