import { expect, test } from 'vitest';
import { allSources, chooseSource, swapLanguages } from './languages.ts';

const target = (code: string, ...sources: string[]) => ({
  code,
  sources: sources.map((each) => ({ code: each, name: each })),
});
const targets = [
  target('EN-GB', 'ES', 'FR'),
  target('ES', 'EN', 'CA'),
  target('CA', 'ES'),
  target('FR', 'EN'),
];

test('every source is listed once', () => {
  expect(allSources(targets).map(({ code }) => code)).toEqual(['ES', 'FR', 'EN', 'CA']);
});

test('a source that the target does not have changes the target', () => {
  expect(chooseSource(targets, { source: 'EN', target: 'ES' }, 'CA', [])).toEqual({
    source: 'CA',
    target: 'ES',
  });
  expect(chooseSource(targets, { source: 'CA', target: 'ES' }, 'ES', [])).toEqual({
    source: 'ES',
    target: 'CA',
  });
  expect(chooseSource(targets, { source: '', target: 'CA' }, 'EN', ['FR'])).toEqual({
    source: 'EN',
    target: 'FR',
  });
  expect(chooseSource(targets, { source: 'EN', target: 'ES' }, '', [])).toEqual({ source: '', target: 'ES' });
});

test('a swap finds the variant of a language, and is not offered where there is no way back', () => {
  expect(swapLanguages([...targets, target('DE', 'EN')], { source: 'EN', target: 'DE' })).toBeUndefined();
  expect(swapLanguages(targets, { source: 'EN', target: 'ES' })).toEqual({ source: 'ES', target: 'EN-GB' });
  expect(swapLanguages(targets, { source: 'ES', target: 'EN-GB' })).toEqual({ source: 'EN', target: 'ES' });
  const both = [...targets, target('EN', 'ES')];
  expect(swapLanguages(both, { source: 'EN', target: 'ES' })).toEqual({ source: 'ES', target: 'EN' });
  expect(swapLanguages(targets, { source: '', target: 'ES' })).toBeUndefined();
  expect(swapLanguages(targets, { source: 'CA', target: 'ES' })).toEqual({ source: 'ES', target: 'CA' });
});
