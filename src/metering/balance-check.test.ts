import { expect, test } from 'vitest';
import { BalanceCheck } from './balance-check.ts';

/** A balance look whose reads complete when the test says so, or at once. */
function openLook(balances: Record<string, number | undefined>, { isHeld = false } = {}) {
  const asked: string[] = [];
  const held: { answer(available: number | undefined): void; fail(error: Error): void }[] = [];
  const look = new BalanceCheck((team) => {
    asked.push(team);
    if (!isHeld) return Promise.resolve(balances[team]);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    held.push({ answer: resolve, fail: reject });
    return promise;
  });
  return { look, asked, held };
}

test('a balance covers a call that costs all of it, and none that costs more', async () => {
  const { look } = openLook({ a: 10 });
  expect(await look.covers('a', 10)).toBe(true);
  expect(await look.covers('a', 11)).toBe(false);
});

test('a balance that is known to cover a call is not read again', async () => {
  const { look, asked } = openLook({ a: 10 });
  for (const characters of [10, 5, 10]) expect(await look.covers('a', characters)).toBe(true);
  expect(asked).toEqual(['a']);
});

test('what a charge found out counts for the next call', async () => {
  const { look, asked } = openLook({ a: 10 });
  look.remember('a', 7);
  expect(await look.covers('a', 7)).toBe(true);
  expect(asked).toEqual([]);
});

test('a call is refused only after the balance was read, so new credit counts at once', async () => {
  const balances = { a: 10 };
  const { look, asked } = openLook(balances);
  look.remember('a', 3);
  expect(await look.covers('a', 5)).toBe(true);
  expect(await look.covers('a', 100)).toBe(false);
  balances.a = 200;
  expect(await look.covers('a', 100)).toBe(true);
  expect(asked).toEqual(['a', 'a', 'a']);
});

test('what was read replaces what was known: a balance may have become smaller', async () => {
  const { look, asked } = openLook({ a: 3 });
  look.remember('a', 10);
  expect(await look.covers('a', 11)).toBe(false);
  expect(await look.covers('a', 5)).toBe(false);
  expect(asked).toEqual(['a', 'a']);
});

test('each team has a balance of its own', async () => {
  const { look } = openLook({ a: 10, b: 1 });
  expect(await Promise.all([look.covers('a', 5), look.covers('b', 5)])).toEqual([true, false]);
});

test('an unknown team has nothing to spend', async () => {
  const { look } = openLook({});
  expect(await look.covers('a', 1)).toBe(false);
});

test('callers that come while the balance is read share the answer, each for its own size', async () => {
  const { look, asked, held } = openLook({}, { isHeld: true });
  const covered = Promise.all([look.covers('a', 5), look.covers('a', 6), look.covers('a', 7)]);
  expect(asked).toEqual(['a']);
  held[0]?.answer(7);
  expect(await covered).toEqual([true, true, true]);
  expect(asked).toEqual(['a']);
});

test('a call is not refused by an answer to a question that was asked before it came', async () => {
  const { look, asked, held } = openLook({}, { isHeld: true });
  const before = look.covers('a', 5);
  // Credit is granted now; the read in progress may have missed it.
  const after = [look.covers('a', 5), look.covers('a', 5)];
  held[0]?.answer(0);
  expect(await before).toBe(false);
  await new Promise(setImmediate);
  held[1]?.answer(5);
  expect(await Promise.all(after)).toEqual([true, true]);
  expect(asked).toEqual(['a', 'a']);
});

test('a failure reaches everybody who waits for it, and the next caller asks again', async () => {
  const { look, asked, held } = openLook({}, { isHeld: true });
  const first = Promise.allSettled([look.covers('a', 5), look.covers('a', 6)]);
  held[0]?.fail(new Error('away'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = look.covers('a', 5);
  held[1]?.answer(5);
  expect(await next).toBe(true);
  expect(asked).toEqual(['a', 'a']);
});

test('of 100,000 teams and one more, the one that was remembered the longest time ago is asked for again', async () => {
  const { look, asked } = openLook({});
  for (let team = 0; team < 100_000; team++) look.remember(`${team}`, 5);
  look.remember('0', 5);
  look.remember('one more', 5);
  expect(await look.covers('0', 5)).toBe(true);
  expect(await look.covers('2', 5)).toBe(true);
  expect(asked).toEqual([]);
  expect(await look.covers('1', 5)).toBe(false);
  expect(asked).toEqual(['1']);
});
