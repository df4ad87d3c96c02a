import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endingsOf, openQueue } from '../../test/support/held-charges.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** A database in which another transaction holds the row of team `h` until the test releases it. */
function queueWithHeldTeam() {
  let isHeld = true;
  const opened = openQueue({
    decide: (ids) => (isHeld && ids.some((id) => id.startsWith('h')) ? 'held' : 'charged'),
  });
  return {
    ...opened,
    release: () => {
      isHeld = false;
    },
  };
}

test('a held team does not take the others of its batch down: each is written again by itself', async () => {
  const { charge, written } = queueWithHeldTeam();
  const calls = ['z0', 'a1', 'h2', 'b3', 'a4', 'h5'].map((id) => charge(id));
  await settled();
  expect(endingsOf(calls)).toBe('charged charged failed charged charged failed');
  expect(written()).toEqual(['z0', 'a1 h2 b3 a4 h5', 'a1 a4', 'h2 h5', 'b3']);
});

test('a held team that is alone in its batch fails at once and is not tried again', async () => {
  const { charge, written } = queueWithHeldTeam();
  const call = charge('h1');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(call.ending).toBe('failed');
  expect(written()).toEqual(['h1']);
});

test('nobody waits with a held team until a charge of it succeeds', async () => {
  const { charge, written, release } = queueWithHeldTeam();
  charge('h1');
  await settled();
  for (const id of ['a2', 'h3', 'b4', 'c5']) charge(id);
  await settled();
  expect(written().slice(1)).toEqual(['a2', 'h3', 'b4 c5']);
  release();
  charge('h6');
  await settled();
  for (const id of ['a7', 'h8', 'b9']) charge(id);
  await settled();
  expect(written().slice(-2)).toEqual(['a7', 'h8 b9']);
});

test('a team that was written again by itself and succeeded goes with the others again', async () => {
  const { charge, written } = queueWithHeldTeam();
  for (const id of ['z0', 'a1', 'h2']) charge(id);
  await settled();
  for (const id of ['z3', 'a4', 'b5']) charge(id);
  await settled();
  expect(written().slice(-2)).toEqual(['z3', 'a4 b5']);
});

test('at most two teams are written by themselves at a time, one batch each, beside the others', async () => {
  const { charge, written, batch } = openQueue();
  for (const id of ['z0', 'a1', 'b2', 'c3', 'a4']) charge(id);
  batch(0).answer();
  await settled();
  batch(1).fail('held');
  await settled();
  expect(written().slice(2)).toEqual(['a1 a4', 'b2']);
  charge('y5');
  charge('a6');
  expect(written().slice(4)).toEqual(['y5']);
  batch(3).answer();
  await settled();
  expect(written().slice(5)).toEqual(['c3']);
  batch(2).answer();
  await settled();
  // Its row was free, so the team shares batches again and waits for the flush that writes y5.
  expect(written().slice(6)).toEqual([]);
  batch(4).answer();
  await settled();
  expect(written().slice(6)).toEqual(['a6']);
});

test('with held teams, flushes of all kinds leave a connection to the reads of other calls', async () => {
  const { charge, written, batch } = openQueue({ flushesAtOnce: 2 });
  for (const id of ['g0', 'h1']) charge(id);
  batch(0).fail('held');
  batch(1).fail('held');
  await settled();
  for (const id of ['g2', 'h3', 'y4', 'z5']) charge(id);
  expect(written().slice(2)).toEqual(['g2', 'h3', 'y4']);
  batch(2).fail('held');
  await settled();
  expect(written().slice(5)).toEqual(['z5']);
});

test('a held team has one batch at a time, though it is written beside the others', async () => {
  const { charge, written, batch } = openQueue();
  charge('h1');
  batch(0).fail('held');
  await settled();
  charge('h2');
  charge('h3');
  expect(written()).toEqual(['h1', 'h2']);
  batch(1).fail('held');
  await settled();
  expect(written()).toEqual(['h1', 'h2', 'h3']);
});

test('a held team does not wait for another one that is being written', async () => {
  const { charge, written, batch } = openQueue();
  for (const id of ['z0', 'g1', 'h2']) charge(id);
  batch(0).answer();
  await settled();
  batch(1).fail('held');
  await settled();
  batch(2).fail('held');
  batch(3).fail('held');
  await settled();
  for (const id of ['h3', 'h4', 'g5']) charge(id);
  expect(written().slice(4)).toEqual(['h3', 'g5']);
});

test('those that are to be written again stay before those that came later', async () => {
  const { charge, written, batch } = openQueue();
  for (const id of ['z0', 'a1', 'b2']) charge(id);
  batch(0).answer();
  await settled();
  charge('a3');
  batch(1).fail('held');
  await settled();
  expect(written().slice(2)).toEqual(['a1 a3', 'b2']);
});

test('a call that waits to be written again leaves at once when it is over', async () => {
  const { charge, written, batch, queue } = openQueue();
  const calls = ['z0', 'a1', 'b2', 'c3', 'd4'].map((id) => charge(id));
  batch(0).answer();
  await settled();
  batch(1).fail('held');
  await settled();
  expect(queue.waitingCalls).toBe(2);
  calls[3]?.abort();
  await settled();
  expect(endingsOf(calls.slice(3))).toBe('over waiting');
  batch(2).answer();
  await settled();
  expect(written().at(-1)).toBe('d4');
});

test('a call that was over while its batch met a held team is not written again', async () => {
  const { charge, written, batch } = openQueue();
  const calls = ['z0', 'a1', 'b2'].map((id) => charge(id));
  batch(0).answer();
  await settled();
  calls[1]?.abort();
  batch(1).fail('held');
  await settled();
  expect(endingsOf(calls)).toBe('charged over waiting');
  expect(written().slice(2)).toEqual(['b2']);
});
