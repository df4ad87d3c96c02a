import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endingsOf, type Failure, openQueue } from '../../test/support/held-charges.ts';

// Fake timers do not cover this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Each attempt ends with the next of these; the last one repeats. */
function queueThatMeets(...endings: (Failure | 'charged')[]) {
  let tries = 0;
  return openQueue({ decide: () => endings[Math.min(tries++, endings.length - 1)] ?? 'charged' });
}

/** A database that is unreachable until the test restores it. */
function queueInOutage(how: Failure) {
  let isAway = true;
  const opened = openQueue({ decide: () => (isAway ? how : 'charged') });
  return {
    ...opened,
    comeBack: () => {
      isAway = false;
    },
  };
}

describe('a charge that the database refuses', () => {
  test('is given up after a second, not at the deadline', async () => {
    const call = queueThatMeets('refused').charge('a1');
    await vi.advanceTimersByTimeAsync(900);
    expect(call.ending).toBe('waiting');
    await vi.advanceTimersByTimeAsync(600);
    expect(call.ending).toBe('failed');
  });

  test('is written when the database takes writes again within a second', async () => {
    const call = queueThatMeets('refused', 'refused', 'charged').charge('a1');
    await vi.advanceTimersByTimeAsync(900);
    expect(call.ending).toBe('charged');
  });

  test('is tried every 100 ms, not more often', async () => {
    const { charge, written } = queueThatMeets('refused');
    charge('a1');
    await vi.advanceTimersByTimeAsync(99);
    expect(written()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(written()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(written()).toHaveLength(6);
  });
});

describe('a charge that may be committed', () => {
  test('is asked for by its id until its deadline, though it is refused later', async () => {
    const { charge, written } = queueThatMeets('lost', 'refused');
    const call = charge('a1');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(call.ending).toBe('waiting');
    call.abort();
    await vi.advanceTimersByTimeAsync(200);
    expect(call.ending).toBe('failed');
    expect(new Set(written())).toEqual(new Set(['a1']));
  });

  test('is known to be charged when the database is back after a long time', async () => {
    const { charge, comeBack } = queueInOutage('lost');
    const call = charge('a1');
    await vi.advanceTimersByTimeAsync(20_000);
    comeBack();
    await vi.advanceTimersByTimeAsync(100);
    expect(call.ending).toBe('charged');
  });

  test('is not asked for again once its call is over, while the others of its batch are', async () => {
    const { charge, written, batch } = openQueue();
    const calls = ['z0', 'a1', 'b2'].map((id) => charge(id));
    batch(0).answer();
    await settled();
    batch(1).fail('lost');
    await settled();
    calls[1]?.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(endingsOf(calls)).toBe('charged failed waiting');
    expect(written().at(-1)).toBe('b2');
  });
});

test('a charge that may be committed is not refused while it waits behind teams that are written apart', async () => {
  const { charge, batch, written } = openQueue();
  const calls = ['z0', 'a1', 'b2', 'c3'].map((id) => charge(id));
  batch(0).answer();
  await settled();
  batch(1).fail('lost');
  await vi.advanceTimersByTimeAsync(100);
  batch(2).fail('held');
  await settled();
  expect(written().slice(3)).toEqual(['a1', 'b2']);
  const untried = charge('a4');
  batch(3).fail('lost');
  await vi.advanceTimersByTimeAsync(100);
  await vi.advanceTimersByTimeAsync(1_000);
  batch(5).fail('lost');
  await vi.advanceTimersByTimeAsync(100);
  expect(endingsOf([...calls.slice(-1), untried])).toBe('waiting failed');
  batch(4).answer();
  await settled();
  expect(written().at(-1)).toBe('c3');
});

test('a charge that may be committed is not said to be over when its call ends in the queue', async () => {
  const { charge, batch } = openQueue();
  const calls = ['z0', 'a1', 'b2', 'c3', 'd4'].map((id) => charge(id));
  batch(0).answer();
  await settled();
  batch(1).fail('lost');
  await vi.advanceTimersByTimeAsync(100);
  calls[1]?.abort();
  batch(2).fail('held');
  await settled();
  calls[3]?.abort();
  calls[4]?.abort();
  await settled();
  expect(endingsOf(calls)).toBe('charged failed waiting waiting failed');
});

describe('while the database is away', () => {
  test('those that wait are refused after a second, and those that come then at once', async () => {
    const { charge, written, queue } = queueInOutage('lost');
    const first = charge('a1');
    await settled();
    const queued = [charge('b2'), charge('a3')];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(endingsOf([first, ...queued])).toBe('waiting waiting waiting');
    await vi.advanceTimersByTimeAsync(100);
    expect(endingsOf([first, ...queued])).toBe('waiting failed failed');
    expect(queue.waitingCalls).toBe(0);
    const late = charge('c4');
    await settled();
    expect([late.ending, queue.waitingCalls]).toEqual(['failed', 0]);
    expect(new Set(written())).toEqual(new Set(['a1']));
  });

  test('those that came within the first second are written when it is back', async () => {
    const { charge, written, comeBack } = queueInOutage('lost');
    charge('a1');
    await vi.advanceTimersByTimeAsync(500);
    const queued = charge('b2');
    comeBack();
    await vi.advanceTimersByTimeAsync(100);
    expect(queued.ending).toBe('charged');
    expect(written().slice(-2)).toEqual(['a1', 'b2']);
  });

  test('a call that was refused in the queue may end later without any harm to those that wait then', async () => {
    let ending: Failure | undefined = 'refused';
    const { charge, queue } = openQueue({ decide: () => ending });
    charge('a1');
    await settled();
    const refused = charge('b2');
    await vi.advanceTimersByTimeAsync(1_100);
    expect(refused.ending).toBe('failed');
    ending = undefined;
    charge('c3');
    charge('d4');
    refused.abort();
    await settled();
    expect(queue.waitingCalls).toBe(1);
  });

  test('a call finds out afresh when nobody tries any more', async () => {
    const { charge, written } = queueInOutage('refused');
    const first = charge('a1');
    await vi.advanceTimersByTimeAsync(1_200);
    expect(first.ending).toBe('failed');
    const tries = written().length;
    const next = charge('b2');
    await vi.advanceTimersByTimeAsync(900);
    expect(next.ending).toBe('waiting');
    expect(written().length).toBeGreaterThan(tries);
    await vi.advanceTimersByTimeAsync(300);
    expect(next.ending).toBe('failed');
  });

  test('it counts as back as soon as one flush succeeds, though another still tries', async () => {
    const { charge, batch } = openQueue({ flushesAtOnce: 2 });
    charge('a1');
    charge('b2');
    batch(0).fail('lost');
    batch(1).fail('lost');
    await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(1_000);
    batch(2).answer();
    batch(3).fail('lost');
    await settled();
    const next = charge('c3');
    await settled();
    expect(next.ending).toBe('waiting');
    batch(4).answer();
    await settled();
    expect(next.ending).toBe('charged');
  });

  test('the patience is counted from the loss, not from an earlier one', async () => {
    const { charge, batch } = openQueue();
    charge('a1');
    batch(0).fail('refused');
    await vi.advanceTimersByTimeAsync(100);
    batch(1).answer();
    await vi.advanceTimersByTimeAsync(5_000);
    charge('a2');
    batch(2).fail('refused');
    await vi.advanceTimersByTimeAsync(100);
    batch(3).fail('refused');
    await settled();
    const call = charge('b3');
    await settled();
    expect(call.ending).toBe('waiting');
  });
});
