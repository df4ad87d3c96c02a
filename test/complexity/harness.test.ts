/** The tool itself: it finds mistakes that were made on purpose, and blames nothing that is linear. */
import { afterAll, expect, test } from 'vitest';
import { collidingWords, fnv1a } from './colliding-words.ts';
import { type JudgeSettings, judge } from './judge-climb.ts';
import { expand, type PumpedInput, sizeOf } from './pumped-input.ts';
import { targetNamed } from './targets/all-targets.ts';
import { WatchedThread } from './watched-thread.ts';

const thread = new WatchedThread(4_000);
afterAll(() => thread[Symbol.asyncDispose]());

const settings: JudgeSettings = { slowness: 1, maxSize: 16_384, factor: 4, isQuick: false };
const input = (...text: PumpedInput['fields'][string]): PumpedInput => ({ fields: { text }, options: {} });

test('a search finds a quadratic regular expression from words alone', { timeout: 600_000 }, async () => {
  const found = await thread.search('planted-quadratic', [], { seed: 7, ms: 2_000 });
  const [dearest] = 'result' in found ? found.result.inputs : [];
  if (dearest === undefined) throw new Error('the search found nothing');
  const { problems } = await judge(thread, targetNamed('planted-quadratic'), dearest, settings);
  expect(problems.join()).toMatch(/times the cost at twice the size|slice of|did not end/);
});

test.each([false, true])('growth tells quadratic from linear, quickly: %s', async (isQuick) => {
  const blanks = input('a', [' ', 1], 'a');
  const quadratic = await judge(thread, targetNamed('planted-quadratic'), blanks, { ...settings, isQuick });
  expect(quadratic.climb?.growth).toBeGreaterThan(3);
  const words = input(['word ', 1]);
  const linear = await judge(thread, targetNamed('planted-linear'), words, { ...settings, isQuick });
  expect(linear.problems).toEqual([]);
});

test('an input that never comes back is named, and the next one is tried', { timeout: 600_000 }, async () => {
  const letters = input(['a', 1], '!');
  const endless = await judge(thread, targetNamed('planted-exponential'), letters, settings);
  expect(endless.problems.join()).toMatch(/did not end with \d+ characters/);
  const next = await judge(thread, targetNamed('planted-exponential'), input(['!', 1]), settings);
  expect(next.problems).toEqual([]);
});

test('work that never pauses is one slice', { timeout: 600_000 }, async () => {
  const { climb, problems } = await judge(thread, targetNamed('planted-slices'), input(['a', 1]), settings);
  expect(problems.join()).toMatch(/slice of/);
  expect(climb?.worst.sliceMs).toBeGreaterThan(0.8 * (climb?.worst.cpuMs ?? Number.POSITIVE_INFINITY) - 4);
});

test('twice the size is twice the input', () => {
  const nested = input('x', ['{a', 1], '§', ['}', 1]);
  const [once, twice] = [expand(nested, 3_000), expand(nested, 6_000)];
  expect(sizeOf(twice) / sizeOf(once)).toBeCloseTo(2, 2);
  expect(expand(input(['w§ ', 1]), 30).text).toMatch(/^w0 w1 w2 /);
});

test('words of one hash', () => {
  const words = collidingWords();
  expect(new Set(words).size).toBeGreaterThan(5_000);
  expect(new Set(words.map(fnv1a)).size).toBe(1);
});
