import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DropReason, ExchangeBudget } from './exchange-budget.ts';

const limits = {
  maxBytes: 100,
  maxBytesPerTeam: 80,
  maxLargePerTeam: 3,
  minBytes: 10,
  patience: 5,
  checkMs: 1_000,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const budget = new ExchangeBudget(limits);
  const dropped: [string, DropReason][] = [];
  const begin = (team: string, name = team, { isLarge = true, isBody = true } = {}) => {
    const exchange = budget.begin({
      team,
      isLarge,
      isBody,
      drop: (reason) => void dropped.push([name, reason]),
    });
    if (exchange === undefined) throw new Error(`${name} was not begun`);
    return exchange;
  };
  return { budget, dropped, begin };
}

test('a team has so many large exchanges at once, whatever the others do', () => {
  const { budget, begin } = setUp();
  const [first] = [begin('a'), begin('a'), begin('a')];
  expect(() => begin('a')).toThrow('not begun');
  begin('a', 'small', { isLarge: false });
  begin('b');
  first?.end();
  begin('a');
  expect(budget.use()).toEqual({ exchanges: 5, bytes: 0 });
});

test('the newest body of the team that holds most gives way, not the one that arrives', () => {
  const { budget, dropped, begin } = setUp();
  begin('a', 'a1').hold(30);
  begin('a', 'a2').hold(30);
  begin('a', 'idle');
  begin('b').hold(30);
  const late = begin('c');
  late.hold(20);
  expect(dropped).toEqual([['a2', 'memory']]);
  expect(budget.use()).toEqual({ exchanges: 4, bytes: 80 });
  late.hold(30);
  // Now team c itself holds the most.
  expect(dropped).toEqual([
    ['a2', 'memory'],
    ['c', 'memory'],
  ]);
  expect(budget.use().bytes).toBe(60);
  late.hold(90);
  late.end();
  expect(budget.use().bytes).toBe(60);
});

test('what has arrived whole is kept, up to what a team may hold', () => {
  const { budget, dropped, begin } = setUp();
  const whole = begin('a', 'whole');
  whole.hold(70);
  whole.finishBody();
  const next = begin('a', 'next');
  next.hold(10);
  next.hold(1);
  expect(dropped).toEqual([['next', 'memory']]);
  begin('b').hold(31);
  expect(dropped).toEqual([
    ['next', 'memory'],
    ['b', 'memory'],
  ]);
  whole.end();
  whole.end();
  expect(budget.use()).toEqual({ exchanges: 0, bytes: 0 });
});

test('a large body that brings next to nothing for five checks is dropped, and nothing else', () => {
  const { dropped, begin } = setUp();
  const [slow, steady, whole] = [begin('a', 'slow'), begin('b', 'steady'), begin('c', 'whole')];
  begin('d', 'answer', { isBody: false }).hold(20);
  begin('e', 'small', { isLarge: false });
  whole.hold(1);
  whole.finishBody();
  for (let second = 0; second < 12; second++) {
    slow.hold(1);
    steady.hold(2);
    vi.advanceTimersByTime(limits.checkMs);
    expect(dropped, `second ${second}`).toEqual(second < 4 ? [] : [['slow', 'slow']]);
  }
});

test('nothing ticks while nothing is under way', () => {
  const { begin } = setUp();
  const exchanges = [begin('a'), begin('b')];
  expect(vi.getTimerCount()).toBe(1);
  for (const exchange of exchanges) exchange.end();
  expect(vi.getTimerCount()).toBe(0);
});
