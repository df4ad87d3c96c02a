import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function createBreaker() {
  let now = 0;
  const breaker = new CircuitBreaker({ failuresToOpen: 3, openMs: 5_000, now: () => now });
  const always = () => true;
  return {
    breaker,
    fail: (teamId = 'a') =>
      breaker.run(teamId, () => Promise.reject(new Error('broken')), always).catch(() => {}),
    succeed: (teamId = 'a') => breaker.run(teamId, async () => 'fine', always),
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
  expect(breaker.isClosedFor('a')).toBe(true);
  for (let i = 0; i < 3; i++) await fail();
  expect(breaker.isClosedFor('a')).toBe(false);
});

test("one team's failures close the way for that team alone", async () => {
  const { breaker, fail, succeed } = createBreaker();
  for (let i = 0; i < 30; i++) await fail('a');
  expect(breaker.isClosedFor('a')).toBe(false);
  expect(breaker.isClosedFor('b')).toBe(true);
  expect(breaker.isClosed).toBe(false);
  await succeed('b');
  expect(breaker.isClosedFor('a')).toBe(false);
  // Later failures of another team are not combined with the earlier ones.
  for (let i = 0; i < 3; i++) await fail('b');
  expect(breaker.isClosedFor('b')).toBe(false);
  expect(breaker.isClosedFor('c')).toBe(true);
});

test('failures of several teams in a row close it for everybody', async () => {
  const { breaker, fail, pass, succeed } = createBreaker();
  for (const team of ['a', 'b', 'a']) await fail(team);
  expect(breaker.isClosedFor('c')).toBe(false);
  expect(breaker.isClosed).toBe(false);
  pass(5_000);
  await succeed('c');
  for (const team of ['a', 'b', 'c']) expect(breaker.isClosedFor(team)).toBe(true);
  expect(breaker.isClosed).toBe(true);
});

test('after a while one call tries, and nobody else meanwhile', async () => {
  const { breaker, fail, pass } = createBreaker();
  for (const team of ['a', 'b', 'a', 'a']) await fail(team);
  pass(4_999);
  expect(breaker.isClosedFor('a')).toBe(false);
  pass(1);
  expect(breaker.isClosedFor('a')).toBe(true);
  const held = Promise.withResolvers<string>();
  const attempt = breaker.run(
    'a',
    () => held.promise,
    () => true,
  );
  expect(breaker.isClosedFor('a')).toBe(false);
  expect(breaker.isClosedFor('b')).toBe(false);
  held.resolve('fine');
  await attempt;
  expect(breaker.isClosedFor('a')).toBe(true);
  expect(breaker.isClosedFor('b')).toBe(true);
});

test('a try that fails opens it again; one that is given up changes nothing', async () => {
  const { breaker, fail, pass } = createBreaker();
  for (let i = 0; i < 3; i++) await fail();
  pass(5_000);
  await fail();
  expect(breaker.isClosedFor('a')).toBe(false);
  pass(5_000);
  const givenUp = breaker.run(
    'a',
    () => Promise.reject(new Error('hung up')),
    () => false,
  );
  await expect(givenUp).rejects.toThrow('hung up');
  expect(breaker.isClosedFor('a')).toBe(true);
  await fail();
  expect(breaker.isClosedFor('a')).toBe(false);
});
