import { expect, test } from 'vitest';
import { ratesOf } from './limiter.ts';
import { RateMemory } from './rate-memory.ts';

const limits = { requestsPerSecond: 1, requestsBurst: 1, charactersPerMinute: 60, callsInFlight: 1 };
const rates = ratesOf(limits);
const otherRates = ratesOf({ ...limits, requestsPerSecond: 2 });
const startUs = 1_800_000_000_000_000;
const second = 1_000_000;

/** A memory with a clock that only the test moves. */
function openMemory() {
  let clockUs = startUs;
  const memory = new RateMemory(() => clockUs);
  return {
    memory,
    pass: (us: number) => {
      clockUs += us;
    },
  };
}

test("goes by the clock of Redis once it was told, and by this node's before", () => {
  const { memory, pass } = openMemory();
  expect(memory.nowUs()).toBe(startUs);
  memory.learn('a', rates, startUs + 7 * second, [0, 0]);
  pass(second);
  expect(memory.nowUs()).toBe(startUs + 8 * second);
});

test('a wrong clock is unlearned with the next answer', () => {
  const { memory } = openMemory();
  memory.learn('a', rates, startUs + 3_600 * second, [startUs + 3_601 * second, 0]);
  memory.learn('a', rates, startUs, [startUs + second, 0]);
  expect(memory.nowUs()).toBe(startUs);
  expect(memory.find('a')?.tatUs).toEqual([startUs + second, 0]);
});

test('an answer of Redis replaces what this node was careful about, and keeps what it owes', () => {
  const { memory } = openMemory();
  const known = memory.findOrCreate('a', rates);
  known.cautiousTatUs[0] = startUs + 5 * second;
  known.owedTatUs[0] = startUs + 4 * second;
  memory.learn('a', otherRates, startUs, [startUs + second, startUs]);
  expect(memory.find('a')).toEqual({
    tatUs: [startUs + second, startUs],
    cautiousTatUs: [0, 0],
    owedTatUs: [startUs + 4 * second, 0],
    rates: otherRates,
  });
});

test('what is known of a bucket stays when its limits change', () => {
  const { memory } = openMemory();
  memory.findOrCreate('a', rates).tatUs[0] = startUs + second;
  expect(memory.findOrCreate('a', otherRates)).toMatchObject({
    tatUs: [startUs + second, 0],
    rates: otherRates,
  });
});

test('each bucket is remembered by itself, and a look creates none', () => {
  const { memory } = openMemory();
  memory.findOrCreate('a', rates).tatUs[0] = startUs + second;
  expect(memory.find('b')).toBeUndefined();
  expect(memory.findOrCreate('b', rates).tatUs).toEqual([0, 0]);
});

test.each(['tatUs', 'owedTatUs'] as const)(
  'a bucket is in use until the last of its %s has come',
  (field) => {
    const { memory, pass } = openMemory();
    memory.findOrCreate('a', rates)[field][1] = startUs + second;
    memory.findOrCreate('b', rates);
    pass(second - 1);
    expect(memory.inUse().map(([bucket]) => bucket)).toEqual(['a']);
    pass(1);
    expect(memory.inUse()).toEqual([]);
  },
);

test.each(['tatUs', 'cautiousTatUs', 'owedTatUs'] as const)(
  'a bucket is not forgotten before the last of its %s has come',
  (field) => {
    const { memory, pass } = openMemory();
    memory.findOrCreate('a', rates)[field][0] = startUs + 30 * second;
    pass(29 * second);
    memory.findOrCreate('b', rates);
    expect(memory.find('a')).toBeDefined();
    pass(10 * second);
    memory.findOrCreate('c', rates);
    expect(memory.find('a')).toBeUndefined();
    // Old buckets are removed before the requested one is created.
    expect(memory.find('c')).toBeDefined();
  },
);

test('all buckets are gone through at most every ten seconds', () => {
  const { memory, pass } = openMemory();
  memory.findOrCreate('a', rates).tatUs[0] = startUs + second;
  pass(10 * second - 1);
  memory.findOrCreate('b', rates);
  expect(memory.find('a')).toBeDefined();
  pass(1);
  memory.learn('c', rates, startUs + 10 * second, [0, 0]);
  expect(memory.find('a')).toBeUndefined();
});
