import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';

const day = 86_400_000;
const now = new Date('2026-11-21T00:00:00Z');
const periodEnd = new Date('2026-12-01T00:00:00Z');
const pace = { used: 500, left: 1_000, recentCharacters: 700, recentMs: 7 * day, now, periodEnd };

test('goes on at the pace of the last days until the period ends', () => {
  expect(forecast(pace)).toEqual({ characters: 1_500, runsOutAt: undefined });
});

test('says when nothing will be left, if that is before the end', () => {
  expect(forecast({ ...pace, left: 300 }).runsOutAt).toEqual(new Date('2026-11-24T00:00:00Z'));
});

test('a team that used nothing lately stays where it is', () => {
  expect(forecast({ ...pace, recentCharacters: 0, left: 0 })).toEqual({
    characters: 500,
    runsOutAt: undefined,
  });
});
