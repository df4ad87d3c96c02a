import { afterEach, expect, test } from 'vitest';
import { addToHistory, type HistoryEntry, readHistory, writeHistory } from './history.ts';

afterEach(() => localStorage.clear());

const entry = (id: string, text = 'One.'): HistoryEntry => ({
  id,
  at: 1,
  source: 'EN',
  target: 'ES',
  text,
  translation: 'Uno.',
});

test('it is off until somebody turns it on, and then nobody else sees it', () => {
  expect(readHistory('a team')).toBeUndefined();
  writeHistory('a team', [entry('1')]);
  expect(readHistory('a team')).toEqual([entry('1')]);
  expect(readHistory('b team')).toBeUndefined();
  writeHistory('a team', undefined);
  expect(localStorage.length).toBe(0);
});

test('a text that is typed further is one entry, and old entries make room', () => {
  expect(addToHistory([entry('1'), entry('2')], entry('2', 'One. Two.'))).toEqual([
    entry('2', 'One. Two.'),
    entry('1'),
  ]);
  const many = Array.from({ length: 50 }, (_, i) => entry(String(i), `Text ${i}.`));
  expect(addToHistory(many, entry('new')).map(({ id }) => id)).toEqual([
    'new',
    ...many.slice(0, 49).map(({ id }) => id),
  ]);
  const long = entry('long', 'x'.repeat(499_990));
  expect(addToHistory([entry('1'), entry('2')], long)).toEqual([long]);
});

test('the same text again is no second entry, and one that would displace all others is not kept', () => {
  expect(addToHistory([entry('1'), entry('2', 'Two.')], entry('3'))).toEqual([
    entry('3'),
    entry('2', 'Two.'),
  ]);
  expect(addToHistory([entry('1')], entry('long', 'x'.repeat(500_000)))).toEqual([entry('1')]);
});

test.each(['{', '{}', '[1, null, {"id": 1}]'])('damaged storage %s is no history', (kept) => {
  localStorage.setItem('dragoman-history-a', kept);
  expect(readHistory('a') ?? []).toEqual([]);
});
