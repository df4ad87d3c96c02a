import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endingsOf, openQueue } from '../../test/support/held-charges.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Completes everything that follows from the test's actions and needs no timer. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('batches', () => {
  test('the first call is written at once; those that come meanwhile share the next batch, in their order', async () => {
    const { written, batch, charge } = openQueue();
    const calls = ['a1', 'b2', 'a3', 'c4'].map((id) => charge(id));
    expect(written()).toEqual(['a1']);
    batch(0).answer();
    await settled();
    expect(written()).toEqual(['a1', 'b2 a3 c4']);
    expect(endingsOf(calls)).toBe('charged waiting waiting waiting');
    batch(1).answer();
    await settled();
    expect(endingsOf(calls)).toBe('charged charged charged charged');
  });

  test('no call is told that it was charged before its batch is', async () => {
    const { batch, charge } = openQueue();
    const call = charge('a1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.ending).toBe('waiting');
    batch(0).answer();
    await settled();
    expect(call.ending).toBe('charged');
  });

  test('two flushes run at once, but never with calls of the same team', async () => {
    const { written, batch, charge } = openQueue({ flushesAtOnce: 2 });
    for (const id of ['a1', 'a2', 'b3', 'a4', 'c5']) charge(id);
    expect(written()).toEqual(['a1', 'b3']);
    batch(1).answer();
    await settled();
    expect(written()).toEqual(['a1', 'b3', 'c5']);
    batch(0).answer();
    await settled();
    expect(written().at(-1)).toBe('a2 a4');
  });

  test('as many flushes run at once as were allowed, and no more', async () => {
    const { written, batch, charge } = openQueue({ flushesAtOnce: 2 });
    for (const id of ['a1', 'b2', 'c3', 'd4']) charge(id);
    expect(written()).toEqual(['a1', 'b2']);
    batch(0).answer();
    await settled();
    expect(written()).toEqual(['a1', 'b2', 'c3 d4']);
  });

  test('a batch has at most 512 calls; the rest waits for the next one', async () => {
    const { written, batch, charge, queue } = openQueue();
    charge('a0');
    for (let i = 1; i <= 600; i++) charge(`a${i}`);
    batch(0).answer();
    await settled();
    expect(written()[1]?.split(' ')).toHaveLength(512);
    expect(queue.waitingCalls).toBe(88);
    batch(1).answer();
    await settled();
    expect(written()[2]?.split(' ').at(0)).toBe('a513');
    expect(queue.waitingCalls).toBe(0);
  });

  test('when 20,000 calls wait, one more is told so at once and is not written', async () => {
    const { written, charge, queue } = openQueue();
    const first = charge('a0');
    for (let i = 1; i < 20_000; i++) charge(`a${i}`);
    const [last, tooMany] = [charge('a20000'), charge('a20001')];
    await settled();
    expect(queue.waitingCalls).toBe(20_000);
    expect(endingsOf([first, last, tooMany])).toBe('waiting waiting full');
    expect(written()).toEqual(['a0']);
  });

  test('a call that the database says nothing about fails alone', async () => {
    const { batch, charge } = openQueue({ withoutVerdict: ['b2'] });
    const calls = ['a1', 'b2', 'c3'].map((id) => charge(id));
    batch(0).answer();
    await settled();
    batch(1).answer();
    await settled();
    expect(endingsOf(calls)).toBe('charged failed charged');
  });

  test('every try is reported with its size and whether it failed, and a failure is logged', async () => {
    const { batch, charge, reports, warnings } = openQueue();
    for (const id of ['a1', 'b2', 'c3']) charge(id);
    batch(0).answer();
    await settled();
    batch(1).fail('fault');
    await settled();
    expect(reports).toEqual([
      { calls: 1, failed: false },
      { calls: 2, failed: true },
    ]);
    expect(warnings).toEqual(['a batch of charges failed']);
  });
});

describe('a call that is over', () => {
  test('leaves the queue at once, is never written, and takes nobody with it', async () => {
    const { written, batch, charge, queue } = openQueue();
    const calls = ['a1', 'b2', 'c3', 'd4'].map((id) => charge(id));
    calls[2]?.abort();
    await settled();
    expect(endingsOf(calls)).toBe('waiting waiting over waiting');
    expect(queue.waitingCalls).toBe(2);
    batch(0).answer();
    await settled();
    expect(written()[1]).toBe('b2 d4');
  });

  test('before it is charged at all waits for no flush', async () => {
    const { written, charge, queue } = openQueue();
    charge('a1');
    const call = charge('b2', true);
    await settled();
    expect([call.ending, queue.waitingCalls]).toEqual(['over', 0]);
    expect(written()).toEqual(['a1']);
  });

  test('is told what its batch came to when it is in one already', async () => {
    const { batch, charge } = openQueue();
    const [written, queued] = [charge('a1'), charge('b2')];
    written.abort();
    await settled();
    expect(endingsOf([written, queued])).toBe('waiting waiting');
    batch(0).answer();
    await settled();
    expect(written.ending).toBe('charged');
  });

  test('may end long after its charge without any harm to those that wait then', async () => {
    const { batch, charge, queue } = openQueue();
    const first = charge('a1');
    batch(0).answer();
    await settled();
    charge('a2');
    const queued = charge('a3');
    first.abort();
    await settled();
    expect([queued.ending, queue.waitingCalls]).toEqual(['waiting', 1]);
  });
});

describe('a failure that will not pass', () => {
  test('hits only the call whose fault it is: the batch is halved until it stands alone', async () => {
    const { charge, written } = openQueue({
      decide: (ids) => (ids.includes('d5') ? 'fault' : 'charged'),
    });
    // The first call is written alone, so that the others share a batch.
    const calls = ['z0', 'a1', 'a2', 'b3', 'c4', 'd5', 'e6', 'f7'].map((id) => charge(id));
    await settled();
    expect(endingsOf(calls)).toBe('charged charged charged charged charged failed charged charged');
    expect(written().slice(1)).toEqual([
      'a1 a2 b3 c4 d5 e6 f7',
      'a1 a2 b3 c4',
      'd5 e6 f7',
      'd5 e6',
      'd5',
      'e6',
      'f7',
    ]);
  });

  test('of a single call is told at once and not tried again', async () => {
    const { charge, written } = openQueue({ decide: () => 'fault' });
    const call = charge('a1');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(call.ending).toBe('failed');
    expect(written()).toEqual(['a1']);
  });

  test('keeps the teams of the batch busy until both halves are done', async () => {
    const { batch, charge, written } = openQueue({ flushesAtOnce: 2 });
    for (const id of ['a1', 'b2']) charge(id);
    for (const id of ['c3', 'd4']) charge(id);
    batch(1).answer();
    await settled();
    batch(2).fail('fault');
    await settled();
    expect(written().at(-1)).toBe('c3');
    batch(0).answer();
    await settled();
    charge('d5');
    charge('e6');
    expect(written().at(-1)).toBe('e6');
    batch(3).answer();
    await settled();
    expect(written().at(-1)).toBe('d4');
  });
});
