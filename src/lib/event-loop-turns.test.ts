import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopTurns, type Pace } from './event-loop-turns.ts';

/** A clock that advances only when work reports how long it took. */
function createClock() {
  let now = 0;
  return {
    read: () => now,
    work(ms: number) {
      now += ms;
    },
  };
}

async function workInSteps(pace: Pace, steps: number, step: () => void): Promise<void> {
  for (let i = 0; i < steps; i++) {
    if (pace.isOver) await pace.next();
    step();
  }
}

test('work that fits into a turn is done at once', async () => {
  const clock = createClock();
  const pace = new EventLoopTurns(10, clock.read).paceFor('a');
  let turns = 0;
  const counting = nextTurn().then(() => turns++);
  await workInSteps(pace, 9, () => clock.work(1));
  expect(turns).toBe(0);
  await counting;
});

test('a turn never works for longer than its time and one step, however much waits', async () => {
  const clock = createClock();
  const turns = new EventLoopTurns(10, clock.read);
  const perTurn: number[] = [];
  let isWorking = true;
  const work = Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      workInSteps(turns.paceFor(`team ${i % 3}`), 25, () => clock.work(3)),
    ),
  ).finally(() => {
    isWorking = false;
  });
  while (isWorking) {
    const before = clock.read();
    await nextTurn();
    perTurn.push(clock.read() - before);
  }
  await work;
  expect(clock.read()).toBe(20 * 25 * 3);
  // A turn's work can run in both the check phase and the poll phase between two measurements.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * (10 + 3));
});

test('a team with one step waits for a slice of another team and not for all of its calls', async () => {
  const clock = createClock();
  const turns = new EventLoopTurns(10, clock.read);
  const flood = Array.from({ length: 50 }, () =>
    workInSteps(turns.paceFor('flood'), 10, () => clock.work(5)),
  );
  await nextTurn();
  const asked = clock.read();
  const small = turns.paceFor('small');
  if (small.isOver) await small.next();
  expect(clock.read() - asked).toBeLessThanOrEqual(30);
  await Promise.all(flood);
});

test('work that is cancelled while it waits is rejected and takes no turn', async () => {
  const clock = createClock();
  const turns = new EventLoopTurns(10, clock.read);
  const controller = new AbortController();
  const waiting = turns.paceFor('b', controller.signal).next();
  controller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(turns.paceFor('b', controller.signal).next()).rejects.toThrow('gone');
});
