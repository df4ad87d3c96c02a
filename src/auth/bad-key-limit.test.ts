import { expect, test } from 'vitest';
import { BadKeyLimit } from './bad-key-limit.ts';

type Kind = 'good' | 'unknown' | 'refused';

function createLimit(perMinute = 3) {
  let nowMs = 0;
  let [lookUps, running, mostAtOnce] = [0, 0, 0];
  const limit = new BadKeyLimit(perMinute, () => nowMs);
  const look = async (kind: Kind): Promise<Kind> => {
    lookUps++;
    mostAtOnce = Math.max(mostAtOnce, ++running);
    await new Promise(setImmediate);
    running--;
    return kind;
  };
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
    lookUps: () => lookUps,
    mostAtOnce: () => mostAtOnce,
    /** The kind of the key, or the milliseconds to wait. */
    async ask(keyId: string, kind: Kind, address = '192.0.2.1'): Promise<Kind | number> {
      const guarded = await limit.guard(
        keyId,
        address,
        () => look(kind),
        (answer) => answer,
      );
      return 'waitMs' in guarded ? guarded.waitMs : guarded.answer;
    },
    async fail(): Promise<void> {
      const broken = () => Promise.reject(new Error('no database'));
      await limit.guard('x', '192.0.2.1', broken, () => 'unknown').catch(() => {});
    },
  };
}

test('beyond so many unknown keys of an address nothing is looked up, until the time that it says', async () => {
  const { ask, lookUps, pass } = createLimit();
  for (const key of ['a', 'b', 'c']) expect(await ask(key, 'unknown')).toBe('unknown');
  expect(await ask('d', 'unknown')).toBe(20_000);
  expect(lookUps()).toBe(3);
  // Each address has its own limit; the addresses of one IPv6 network share one.
  expect(await ask('e', 'unknown', '192.0.2.2')).toBe('unknown');
  for (const n of [1, 2, 3]) expect(await ask('f', 'unknown', `2001:db8::${n}`)).toBe('unknown');
  expect(await ask('f', 'unknown', '2001:db8::4')).toBe(20_000);
  pass(20_000);
  expect(await ask('d', 'unknown')).toBe('unknown');
  expect(await ask('d', 'unknown')).toBe(20_000);
});

test('a key that was good a few minutes ago works on; one that is new here waits like the others', async () => {
  const { ask, pass } = createLimit();
  expect(await ask('good', 'good')).toBe('good');
  for (const key of ['a', 'b', 'c', 'd']) await ask(key, 'unknown');
  expect(await ask('good', 'good')).toBe('good');
  expect(await ask('new', 'good')).toBeTypeOf('number');
  pass(9 * 60_000);
  for (const key of ['a', 'b', 'c', 'd']) await ask(key, 'unknown');
  expect(await ask('good', 'good')).toBe('good');
  // Once revoked or erased, the key is treated like any other.
  expect(await ask('good', 'refused')).toBe('refused');
  expect(await ask('good', 'refused')).toBeTypeOf('number');
});

test('good and revoked keys and a database that is away cost an address nothing', async () => {
  const { ask, fail } = createLimit();
  for (let i = 0; i < 10; i++) {
    expect(await ask(`good ${i}`, 'good')).toBe('good');
    expect(await ask('revoked', 'refused')).toBe('refused');
    await fail();
  }
  for (const key of ['a', 'b', 'c']) expect(await ask(key, 'unknown')).toBe('unknown');
});

test('of many at once a few are looked up at a time, and no more than the limit in all', async () => {
  const { ask, lookUps, mostAtOnce } = createLimit(60);
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => ask(`key ${i}`, 'unknown')));
  expect(answers.filter((answer) => answer === 'unknown')).toHaveLength(60);
  expect([lookUps(), mostAtOnce()]).toEqual([60, 4]);
});

test('many good keys that are all new to the node are all let in', async () => {
  const { ask } = createLimit(60);
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => ask(`key ${i}`, 'good')));
  expect(new Set(answers)).toEqual(new Set(['good']));
});

test('0 is no limit', async () => {
  const { ask, lookUps } = createLimit(0);
  for (let i = 0; i < 100; i++) expect(await ask(`key ${i}`, 'unknown')).toBe('unknown');
  expect(lookUps()).toBe(100);
});
