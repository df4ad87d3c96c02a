import { expect, test } from 'vitest';
import {
  changedLimits,
  expiresSoon,
  type KeyLimits,
  limitsToKeep,
  noLimits,
  textsOf,
} from './key-limit-values.ts';

const key: KeyLimits = {
  expires_at: '2026-12-01T00:00:00.000Z',
  networks: ['10.0.0.0/8', '2001:db8::/32'],
  engines: ['apertium'],
  language_pairs: ['EN-DE', '*-FR'],
  monthly_characters: 0,
  requests_per_second: null,
  characters_per_minute: 6_000,
};

test('a form that is not touched changes nothing, and one limit is changed alone', () => {
  const texts = textsOf(key);
  expect(changedLimits(texts, texts)).toEqual({});
  expect(changedLimits({ ...texts, perMonth: '5000' }, texts)).toEqual({ monthly_characters: 5_000 });
  expect(changedLimits({ ...texts, perMonth: '', engines: [] }, texts)).toEqual({
    monthly_characters: null,
    engines: null,
  });
});

test('lists are separated by commas, spaces and lines; spaces alone change nothing', () => {
  const typed = { ...noLimits, networks: ' 10.0.0.1\n\n192.0.2.0/24, ::1 ', pairs: 'EN-DE,*-FR' };
  expect(changedLimits(typed)).toEqual({
    networks: ['10.0.0.1', '192.0.2.0/24', '::1'],
    language_pairs: ['EN-DE', '*-FR'],
  });
  expect(changedLimits({ ...noLimits, networks: '\n ', perSecond: ' ' })).toEqual({});
});

test('a budget of nothing is a limit, and the key that follows another keeps what that one has', () => {
  expect(changedLimits({ ...noLimits, perMonth: '0' })).toEqual({ monthly_characters: 0 });
  const { requests_per_second: _none, ...kept } = key;
  expect(limitsToKeep(key)).toEqual(kept);
});

test('a key expires soon from a week before', () => {
  const at = '2026-12-08T00:00:00.000Z';
  expect(expiresSoon(at, Date.parse('2026-12-01T00:00:00.000Z'))).toBe(true);
  expect(expiresSoon(at, Date.parse('2026-11-30T23:59:59.000Z'))).toBe(false);
});
