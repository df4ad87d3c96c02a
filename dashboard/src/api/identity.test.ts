import { afterEach, expect, test } from 'vitest';
import { confirmIdentity, dropQuestion, readQuestion } from './identity.ts';

afterEach(dropQuestion);

test('requests that are refused at the same time share one question, and one answer', async () => {
  const [first, second] = [confirmIdentity(['password']), confirmIdentity(['password'])];
  readQuestion()?.answer(true);
  expect([await first, await second, readQuestion()]).toEqual([true, true, undefined]);
});

test('a proof that arrives after its question was closed leaves the next question open', async () => {
  const first = confirmIdentity(['password']);
  const late = readQuestion();
  late?.answer(false);
  const second = confirmIdentity(['code']);
  late?.answer(true);
  expect([await first, readQuestion()?.asked]).toEqual([false, ['code']]);
  readQuestion()?.answer(true);
  expect(await second).toBe(true);
});

test('the end of the session ends the question, and the request that waits for it', async () => {
  const asked = confirmIdentity(['password']);
  dropQuestion();
  expect([await asked, readQuestion()]).toEqual([false, undefined]);
});
