import { describe, expect, test } from 'vitest';
import { judge, ratiosIn } from './judgement.ts';

describe('a ratio of which more is better', () => {
  const bound = { atLeast: 0.5 };
  test('may be 34 % below the recorded one, and not 36 %', () => {
    expect(judge({ bound, recorded: 1, figure: 0.66 })).toBe('good');
    expect(judge({ bound, recorded: 1, figure: 0.64 })).toBe('fallen');
  });

  test('may be below what is wanted as long as it is not far below what it was', () => {
    expect(judge({ bound, recorded: 0.4, figure: 0.27 })).toBe('below what is wanted');
    expect(judge({ bound, recorded: 0.4, figure: 0.25 })).toBe('fallen');
  });
});

describe('a ratio of which less is better', () => {
  const bound = { atMost: 2 };
  test('may be 34 % above the recorded one, and not 36 %', () => {
    expect(judge({ bound, recorded: 1, figure: 1.34 })).toBe('good');
    expect(judge({ bound, recorded: 1, figure: 1.36 })).toBe('fallen');
  });
});

test('without a recorded figure, and where figures depend on the machine, what is wanted is the measure', () => {
  expect(judge({ bound: { atLeast: 1 }, recorded: undefined, figure: 0.66 })).toBe('below what is wanted');
  expect(judge({ bound: { atLeast: 1 }, recorded: undefined, figure: 0.64 })).toBe('fallen');
  const inMs = { atMost: 20, isAbsolute: true } as const;
  expect(judge({ bound: inMs, recorded: 3, figure: 15 })).toBe('good');
  expect(judge({ bound: inMs, recorded: 3, figure: 27.2 })).toBe('fallen');
  const onSharedMachine = { ...inMs, onSharedMachine: 30 };
  expect(judge({ bound: onSharedMachine, recorded: 3, figure: 27.2 })).toBe('below what is wanted');
  expect(judge({ bound: onSharedMachine, recorded: 3, figure: 40.6 })).toBe('fallen');
});

test('a ratio that was not printed, is no number or has no bound is missing', () => {
  const bound = { atLeast: 1 };
  expect(judge({ bound, recorded: 1, figure: undefined })).toBe('missing');
  expect(judge({ bound, recorded: 1, figure: Number.NaN })).toBe('missing');
  expect(judge({ bound: undefined, recorded: 1, figure: 1 })).toBe('missing');
});

test('ratios are read from lines of their own', () => {
  const output = 'a table\nratio one 0.50\nno ratio two 3\nratio three 1.250\n';
  expect([...ratiosIn(output)]).toEqual([
    ['one', 0.5],
    ['three', 1.25],
  ]);
});
