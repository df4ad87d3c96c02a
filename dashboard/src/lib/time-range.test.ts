import { expect, test } from 'vitest';
import { boundsOf, daysOf, readRange, refreshMsOf, writeRange } from './time-range.ts';

const now = Date.parse('2026-11-15T10:30:00Z');
const read = (search: string) => readRange(new URLSearchParams(search));

test('an address holds the range, and what is none is the last 30 days', () => {
  for (const range of [
    { kind: 'today' },
    { kind: 'last', days: 365 },
    { kind: 'month', month: 'previous' },
    { kind: 'custom', from: '2026-10-01', to: '2026-10-31' },
  ] as const) {
    const search = new URLSearchParams('days=7&from=2020-01-01&by=pair');
    writeRange(search, range);
    expect(readRange(search)).toEqual(range);
    expect(search.get('by')).toBe('pair');
  }
  for (const wrong of [
    '',
    'days=3',
    'month=next',
    'from=2026-10-01',
    'from=2026-10-02&to=2026-10-01',
    'from=x&to=y',
    'from=2026-02-31&to=2026-02-31',
    'from=2026-02-01&to=2026-02-29',
    'from=0001-01-01&to=9999-12-31',
  ]) {
    expect(read(wrong)).toEqual({ kind: 'last', days: 30 });
  }
});

test('the last day belongs to a range, and days are those of UTC', () => {
  expect(boundsOf(read('from=2026-10-01&to=2026-10-31'), now)).toEqual({
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    by: 'day',
  });
  expect(boundsOf(read('days=7'), now)).toMatchObject({ from: '2026-11-09T00:00:00.000Z', by: 'day' });
  expect(boundsOf(read('days=1'), now)).toMatchObject({ from: '2026-11-14T10:30:00.000Z', by: 'hour' });
  expect(boundsOf(read('from=2026-11-01&to=2026-11-02'), now).by).toBe('hour');
  expect(daysOf(read('days=7'), now)).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(boundsOf(read('day=today'), now)).toEqual({
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-15T10:30:00.000Z',
    by: 'hour',
  });
  expect(daysOf(read('day=today'), now)).toEqual({ from: '2026-11-15', to: '2026-11-15' });
  // Twenty-four hours have a part of two days.
  expect(daysOf(read('days=1'), now)).toEqual({ from: '2026-11-14', to: '2026-11-15' });
});

test('only a time that still changes is asked for again', () => {
  expect(refreshMsOf(read('from=2026-10-01&to=2026-10-31'), now)).toBe(false);
  expect(refreshMsOf(read('from=2026-11-01&to=2026-11-15'), now)).toBe(3_000);
  expect(refreshMsOf(read('days=365'), now)).toBe(60_000);
});

test('months begin and end with those of UTC, also at the turn of the year', () => {
  expect(boundsOf(read('month=this'), now)).toMatchObject({ from: '2026-11-01T00:00:00.000Z', by: 'day' });
  expect(daysOf(read('month=previous'), now)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  const january = Date.parse('2027-01-01T00:30:00Z');
  expect(boundsOf(read('month=previous'), january)).toEqual({
    from: '2026-12-01T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
    by: 'day',
  });
  expect(refreshMsOf(read('month=this'), now)).toBe(3_000);
  expect(refreshMsOf(read('month=previous'), now)).toBe(false);
});
