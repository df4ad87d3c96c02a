import { expect, test } from 'vitest';
import { licenceOf, scoreOf, textOf } from './read-json.ts';

test.each(['MPL-2.0', 'GPL-3.0+', '(MIT OR Apache-2.0)', 'CC BY 4.0'])('%j is a licence', (licence) => {
  expect(licenceOf(licence)).toBe(licence);
});

test.each(['', 'MIT\u001b[2J', 'MIT\nMIT', 'a'.repeat(61), 7, null])('%j is no licence', (licence) => {
  expect(licenceOf(licence)).toBeUndefined();
});

test('a text that could change a terminal counts as missing', () => {
  expect(textOf('models/a.gz')).toBe('models/a.gz');
  expect(textOf('models/\u001b[2Ja.gz')).toBeUndefined();
});

test('a number that no metric gives is no score', () => {
  expect([0, 0.9, 34.5, -0.2].map(scoreOf)).toEqual([0, 0.9, 34.5, -0.2]);
  expect([1e308, -1e308, Number.NaN, '34'].map(scoreOf)).toEqual(Array(4).fill(undefined));
});
