import { expect, test } from 'vitest';
import { compileCatalogue } from '../../messages/catalogue-plugin.ts';
import { readMessage } from './read-message.ts';

test('arguments stand apart from the text around them', () => {
  expect(readMessage('{from} to {to}, {count} in all')).toEqual([
    ['from'],
    ' to ',
    ['to'],
    ', ',
    ['count'],
    ' in all',
  ]);
  expect(readMessage('Delete')).toEqual(['Delete']);
});

const plural = '{count, plural, one {# key} other {# keys}}';
const entryOf = (text: string, translation = '', context = '') =>
  `${context && `msgctxt "${context}"\n`}msgid "${text}"\nmsgstr "${translation}"\n`;

test('the English catalogue has only what the browser cannot read itself', () => {
  const entries = [['Keys'], ['Delete {name}'], ['Open', '', 'a state'], [plural], ["A '{brace}'"]];
  const po = entries.map(([text = '', ...rest]) => entryOf(text, ...rest)).join('\n');
  expect(Object.keys(compileCatalogue(po, true))).toEqual([plural, "A '{brace}'"]);
});

test('a message that the browser reads differently is read when the catalogue is built', () => {
  const po = [['A', "Ä '{brace}'"], ['B {name}', '{name} B'], [plural]];
  expect(compileCatalogue(po.map(([text = '', own]) => entryOf(text, own)).join('\n'), false)).toEqual({
    A: ['Ä {brace}'],
    'B {name}': '{name} B',
    [plural]: [['count', 'plural', { one: ['#', ' key'], other: ['#', ' keys'] }]],
  });
});
