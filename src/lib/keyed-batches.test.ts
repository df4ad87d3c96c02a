import { expect, test } from 'vitest';
import { KeyedBatches } from './keyed-batches.ts';

/** Batches that are answered when the test says so. */
function heldQuestions() {
  const asked: { key: string; items: readonly number[]; answer(): void; fail(): void }[] = [];
  const batches = new KeyedBatches<number, number>(
    (key, items) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(items.map((item) => item * 10));
        asked.push({ key, items, answer, fail: () => reject(new Error('lost')) });
      }),
  );
  return { asked, batches };
}

test('the first is asked at once, those behind it together, each with its own answer', async () => {
  const { asked, batches } = heldQuestions();
  const answers = Promise.all([1, 2, 3].map((item) => batches.ask('a', item)));
  expect(asked.map(({ items }) => items)).toEqual([[1]]);
  asked[0]?.answer();
  await expect.poll(() => asked[1]?.items).toEqual([2, 3]);
  asked[1]?.answer();
  expect(await answers).toEqual([10, 20, 30]);
});

test('another key does not wait', () => {
  const { asked, batches } = heldQuestions();
  void batches.ask('a', 1);
  void batches.ask('b', 2);
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('who waits behind a failure fails with it, and the next one is asked for afresh', async () => {
  const { asked, batches } = heldQuestions();
  const answers = Promise.allSettled([1, 2, 3].map((item) => batches.ask('a', item)));
  asked[0]?.fail();
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const next = batches.ask('a', 4);
  asked[1]?.answer();
  expect(await next).toBe(40);
});

test('a question has an end: the rest waits for the next one', async () => {
  const { asked, batches } = heldQuestions();
  for (let i = 0; i < 400; i++) void batches.ask('a', i);
  asked[0]?.answer();
  await expect.poll(() => asked[1]?.items.length).toBe(256);
  asked[1]?.answer();
  await expect.poll(() => asked[2]?.items.length).toBe(143);
});
