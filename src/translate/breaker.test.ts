import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

function createBreaker() {
  let now = 0;
  const breaker = new Breaker({ failuresToOpen: 3, openMs: 5_000, now: () => now });
  const always = () => true;
  const fail = () => breaker.run(() => Promise.reject(new Error('broken')), always).catch(() => {});
  const succeed = () => breaker.run(async () => 'fine', always);
  return {
    breaker,
    fail,
    succeed,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('opens after failures in a row, not after as many in all', async () => {
  const { breaker, fail, succeed } = createBreaker();
  for (let i = 0; i < 5; i++) {
    await fail();
    await fail();
    await succeed();
  }
  expect(breaker.isClosed).toBe(true);
  for (let i = 0; i < 3; i++) await fail();
  expect(breaker.isClosed).toBe(false);
});

test('after a while one call tries, and nobody else meanwhile', async () => {
  const { breaker, fail, pass } = createBreaker();
  for (let i = 0; i < 3; i++) await fail();
  pass(4_999);
  expect(breaker.isClosed).toBe(false);
  pass(1);
  expect(breaker.isClosed).toBe(true);
  const held = Promise.withResolvers<string>();
  const attempt = breaker.run(
    () => held.promise,
    () => true,
  );
  expect(breaker.isClosed).toBe(false);
  held.resolve('fine');
  await attempt;
  expect(breaker.isClosed).toBe(true);
});

test('a try that fails opens it again; one that is given up changes nothing', async () => {
  const { breaker, fail, pass } = createBreaker();
  for (let i = 0; i < 3; i++) await fail();
  pass(5_000);
  await fail();
  expect(breaker.isClosed).toBe(false);
  pass(5_000);
  const givenUp = breaker.run(
    () => Promise.reject(new Error('hung up')),
    () => false,
  );
  await expect(givenUp).rejects.toThrow('hung up');
  expect(breaker.isClosed).toBe(true);
  await fail();
  expect(breaker.isClosed).toBe(false);
});
