import { expect, test } from 'vitest';
import { wordConfiguredRules } from './word-configured-rules.ts';

test('each rule is a line of words, in the order of the list', () => {
  expect(
    wordConfiguredRules({
      dates_and_times: { calendar_era: 'use_bc_and_ad', decades: 'spell_out' },
      style_and_tone: { abbreviations: 'use_abbreviations' },
      punctuation: {},
    }),
  ).toEqual([
    'Dates and times, calendar era: use bc and ad',
    'Dates and times, decades: spell out',
    'Style and tone, abbreviations: use abbreviations',
  ]);
  expect(wordConfiguredRules({})).toEqual([]);
});
