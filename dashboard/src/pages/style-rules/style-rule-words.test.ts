import { expect, test } from 'vitest';
import { isFollowed, sourceChoices, wordRules } from './style-rule-words.ts';

const english = { code: 'EN', name: 'English' };
const french = { code: 'FR', name: 'French' };
const target = (code: string, sources = [english], instructions = false) => ({
  code,
  name: code,
  sources,
  instructions,
  instructions_from: [],
  alternatives_from: [],
});
const targets = [target('DE'), target('DE-AT', [french, english], true), target('ES', [], false)];
const nameOf = (code: string) => `name of ${code}`;

test('an instruction may be limited to the source languages of its list, each once and by name', () => {
  const namesFor = (language: string, chosen = '') =>
    sourceChoices(targets, language, chosen, nameOf).map(({ label }) => label);
  expect(namesFor('de')).toEqual(['English', 'French']);
  expect(namesFor('es')).toEqual([]);
  // What was chosen before stays a choice, whatever the engines are now.
  expect(namesFor('es', 'HU')).toEqual(['name of HU']);
});

test('a list is followed if an engine follows instructions for a region that it is for', () => {
  expect(isFollowed(targets, 'de')).toBe(true);
  expect(isFollowed(targets, 'de-CH')).toBe(false);
  expect(isFollowed(targets, 'es')).toBe(false);
});

test('configured rules are worded by their names', () => {
  const rules = {
    dates_and_times: { time_format: 'use_24_hour_clock' },
    punctuation: { apostrophe: 'use_curly_apostrophes', quotes: 'single' },
  };
  expect(wordRules(rules)).toEqual([
    { group: 'Dates and times', rule: 'time format', option: 'use 24 hour clock' },
    { group: 'Punctuation', rule: 'apostrophe', option: 'use curly apostrophes' },
    { group: 'Punctuation', rule: 'quotes', option: 'single' },
  ]);
});
