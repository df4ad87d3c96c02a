import { expect, test } from 'vitest';
import { atOnce } from './in-slices.ts';
import { readCells, separatorOf, toCell } from './spreadsheet-cells.ts';

const tabs = (text: string) => atOnce(readCells(text, '\t'));
const commas = (text: string) => atOnce(readCells(text, ','));

test('what a spreadsheet copies is rows of cells', () => {
  expect(tabs('house\tcasa\r\ndog\tperro\r\n')).toEqual([
    ['house', 'casa'],
    ['dog', 'perro'],
  ]);
  expect(tabs('"two\nlines"\t"a ""quote"""')).toEqual([['two\nlines', 'a "quote"']]);
  expect(tabs('house\t')).toEqual([['house', '']]);
  expect(tabs('a\n\n\nb')).toEqual([['a'], ['b']]);
});

test('a quote that closes nowhere is a character', () => {
  expect(tabs('"inch\tpulgada\n5" pipe\ttubo')).toEqual([
    ['"inch', 'pulgada'],
    ['5" pipe', 'tubo'],
  ]);
});

test('formulas go out with an apostrophe and come back without it', () => {
  const terms = ['=1+1', '+49', '-5', '@home', "'=x", "''@y", 'plain', "it's", '＝1'];
  expect(terms.map(toCell)).toEqual([
    "'=1+1",
    "'+49",
    "'-5",
    "'@home",
    "''=x",
    "'''@y",
    'plain',
    "it's",
    "'＝1",
  ]);
  for (const term of terms) expect(commas(`${toCell(term)},x`)).toEqual([[term, 'x']]);
});

test('files of comma-separated values, with a byte order mark or semicolons', () => {
  expect(commas('\uFEFF"a, b",c,EN,ES\r\nd,e')).toEqual([
    ['a, b', 'c', 'EN', 'ES'],
    ['d', 'e'],
  ]);
  expect([separatorOf('a;b\nc;d'), separatorOf('a,b;c'), separatorOf('a')]).toEqual([';', ',', ',']);
});
