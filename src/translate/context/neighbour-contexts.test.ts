import { expect, test } from 'vitest';
import { atOnce } from '../../lib/event-loop-turns.ts';
import { neighbourContexts } from './neighbour-contexts.ts';
import type { Passage } from './passages.ts';

function passageOf(segments: readonly string[], around: Partial<Passage> = {}): Passage {
  return { segments, units: segments.map((text) => ({ parts: [text] })), before: [], after: [], ...around };
}

const engineWith = (contextSegments: number, textsPerBatch = 1, charactersPerBatch = 4_000) => ({
  contextSegments,
  capacity: { textsPerBatch, charactersPerBatch },
});

/** The context of each unit of a passage, by its lines. */
function linesOf(passage: Passage, engine = engineWith(2)) {
  const contexts = atOnce(neighbourContexts([passage], engine));
  return passage.units.map((unit) => contexts.get(unit)?.context.split('\n'));
}

test('a unit gets as many neighbours on each side as are set, and a mark for its own place', () => {
  expect(linesOf(passageOf(['a', 'b', 'c', 'd', 'e']))).toEqual([
    ['[…]', 'b', 'c'],
    ['a', '[…]', 'c', 'd'],
    ['a', 'b', '[…]', 'd', 'e'],
    ['b', 'c', '[…]', 'e'],
    ['c', 'd', '[…]'],
  ]);
  expect(linesOf(passageOf(['a', 'b', 'c']), engineWith(1))).toEqual([
    ['[…]', 'b'],
    ['a', '[…]', 'c'],
    ['b', '[…]'],
  ]);
});

test('a unit without neighbours has no context', () => {
  expect(linesOf(passageOf(['a']))).toEqual([undefined]);
});

test('what is around a passage is nearer to its ends than nothing', () => {
  const around = { before: ['x', 'y', 'z'], after: ['1', '2', '3'] };
  expect(linesOf(passageOf(['a'], around))).toEqual([['y', 'z', '[…]', '1', '2']]);
  expect(linesOf(passageOf(['a', 'b'], around))).toEqual([
    ['y', 'z', '[…]', 'b', '1'],
    ['z', 'a', '[…]', '1', '2'],
  ]);
});

test('neighbours have 1,000 characters on each side, cut between words, nearest first', () => {
  const words = (word: string) => `${word} `.repeat(300).trim();
  const [context] = linesOf(
    passageOf(['x'], { before: [words('far'), words('near')], after: [words('next')] }),
  );
  expect(context).toHaveLength(3);
  const [before = '', , after = ''] = context ?? [];
  expect(before).toMatch(/^(near )+near$/);
  expect(after).toMatch(/^(next )+next$/);
  for (const side of [before, after]) {
    expect(side.length).toBeLessThanOrEqual(1_000);
    expect(side.length).toBeGreaterThan(950);
  }
});

test('the end of one neighbour and the whole of the nearer one share the room of a side', () => {
  const near = 'n'.repeat(900);
  const far = `${'far '.repeat(100)}end`;
  expect(linesOf(passageOf(['x'], { before: [far, near] }))[0]).toEqual([
    `${'far '.repeat(24)}end`,
    near,
    '[…]',
  ]);
});

test('a language without spaces is cut between characters', () => {
  const text = '𠀀'.repeat(999);
  const [context] = linesOf(passageOf(['x'], { before: [`x${text}`], after: [`x${text}`] }));
  expect(context).toEqual(['𠀀'.repeat(500), '[…]', `x${'𠀀'.repeat(499)}`]);
});

test('units of one request share a context, and are a section', () => {
  const passage = passageOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(linesOf(passage, engineWith(1, 3))).toEqual([
    ['[…]', 'd'],
    ['[…]', 'd'],
    ['[…]', 'd'],
    ['c', '[…]', 'g'],
    ['c', '[…]', 'g'],
    ['c', '[…]', 'g'],
    ['f', '[…]'],
  ]);
});

test('a section leaves room for its context, and a long unit is a section of its own', () => {
  const [short, long] = ['s'.repeat(900), 'l'.repeat(5_000)];
  const passage = passageOf([short, short, short, long, 'x']);
  const contexts = atOnce(neighbourContexts([passage], engineWith(1, 10)));
  const keys = passage.units.map((unit) => contexts.get(unit)?.key);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
});

test('the key of a unit changes with its context, and with the other texts of its section', () => {
  const keyOf = (segments: string[], textsPerBatch: number) => {
    const passage = passageOf(segments);
    const contexts = atOnce(neighbourContexts([passage], engineWith(1, textsPerBatch)));
    return contexts.get(passage.units[1] ?? { parts: [] })?.key;
  };
  expect(keyOf(['a', 'b', 'c', 'd'], 1)).toBe(keyOf(['a', 'b', 'c', 'x'], 1));
  expect(keyOf(['a', 'b', 'c', 'd'], 1)).not.toBe(keyOf(['x', 'b', 'c', 'd'], 1));
  expect(keyOf(['a', 'b', 'c', 'd'], 1)).not.toBe(keyOf(['a', 'b', 'x', 'd'], 1));
  expect(keyOf(['a', 'b', 'c', 'd'], 3)).not.toBe(keyOf(['x', 'b', 'c', 'd'], 3));
  expect(keyOf(['a', 'b', 'c', 'd'], 3)).toBe(keyOf(['a', 'b', 'c', 'd'], 3));
});
