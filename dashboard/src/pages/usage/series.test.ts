import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { labelSpace, sumByGroup, toSeries } from './series.ts';

const row = (time: string, group: string, characters: number) => ({
  time,
  group,
  characters,
  calls: 1,
  texts: 1,
});
const answer = (rows: ReturnType<typeof row>[]) => ({
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-03T12:00:00Z',
  by: 'day' as const,
  rows,
});

test('each day has a value, also one without a call', () => {
  const rows = [row('2026-11-01', 'a', 5), row('2026-11-03', 'a', 7)];
  expect(toSeries(answer(rows), sumByGroup(rows), 'characters', (group) => `key ${group}`)).toMatchObject({
    names: ['key a'],
    values: [[5, 0, 7]],
  });
});

test('what is more than six series is folded into "other", and nothing is lost', () => {
  const rows = Array.from({ length: 9 }, (_, i) => row('2026-11-02', `k${i}`, i + 1));
  const { names, values } = toSeries(answer(rows), sumByGroup(rows), 'characters', String);
  expect(names).toEqual(['k8', 'k7', 'k6', 'k5', 'k4', 'other']);
  expect(values.flat().reduce((sum, value) => sum + value, 0)).toBe(45);
});

test('a name that a spreadsheet would run is text in the CSV', () => {
  const names = ['=1+1', '+a', '-a', '@a', '\ta', 'say "hi", all'];
  const rows = names.map((name) => row('2026-11-01', name, 1));
  const lines = toCsv(rows, 'key', String).trimEnd().split('\r\n');
  expect(lines[0]).toBe('time,key,characters,calls,texts');
  expect(lines.slice(1, 6).every((line) => line.startsWith(`2026-11-01,"'`))).toBe(true);
  expect(lines[6]).toBe('2026-11-01,"say ""hi"", all",1,1,1');
});

test('the axis has room for its longest figure, and keeps its place for usual ones', () => {
  expect(labelSpace([])).toBe(labelSpace(['0', '150,000']));
  const perDigit = 7;
  expect(labelSpace(['0', '80,000,000'])).toBeGreaterThan('80,000,000'.length * perDigit);
});
