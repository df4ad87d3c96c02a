import { expect, test } from 'vitest';
import { flushingCommand, pairOfMode } from './modes.ts';

test.each([
  ['eng-spa', 'en', 'es'],
  ['es-pt_BR', 'es', 'pt-BR'],
  ['spa-eng_US', 'es', 'en-US'],
  ['eng-cat_valencia', 'en', 'ca-valencia'],
  ['swe-dan', 'sv', 'da'],
  ['nno-nob', 'nn', 'nb'],
  ['eng-hbs_HR', 'en', 'hr'],
])('%s translates %s to %s', (name, source, target) => {
  expect(pairOfMode(name)).toEqual({ source, target });
});

test.each(['eco-es-fr', 'spa-cat_iec2017', 'spa-cat_valencia_uni', 'eng', 'eng-spa-tagger', 'x-y'])(
  '%s is not offered',
  (name) => {
    expect(pairOfMode(name)).toBeUndefined();
  },
);

test('every stage of a pipeline flushes at NUL', () => {
  const mode = "lt-proc -w '/a/x.bin' | apertium-tagger -g $2 '/a/x.prob' | lt-proc $1 '/a/y.bin'\n";
  expect(flushingCommand(mode)).toBe(
    "lt-proc -z -w '/a/x.bin' | apertium-tagger -z -g '/a/x.prob' | lt-proc -z -n '/a/y.bin'",
  );
});
