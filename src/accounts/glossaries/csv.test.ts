import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv, writeCsvLine } from './csv.ts';

const term = fc.stringMatching(/^['=+\-@",a ]{1,8}$/);

test('whatever is written is read back, and no written cell starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(term, term), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = rows.map(([source, target]) => writeCsvLine(source, target)).join('');
      expect([...readCsv(text)]).toEqual(rows);
      for (const [source] of rows) expect(writeCsvLine(source, 'x')).not.toMatch(/^"?[=+\-@]/);
    }),
  );
});

test.each([
  ['a,b', [['a', 'b']]],
  ['a,b\n', [['a', 'b']]],
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a\nb",""', [['a\nb', '']]],
  ['a,', [['a', '']]],
  ['\n\r\n', []],
  ['"a', [undefined]],
  ['"a"b', [undefined]],
  ['a"b', [undefined]],
  ['a,b\n"c', [['a', 'b'], undefined]],
])('%j', (text, rows) => {
  expect([...readCsv(text)]).toEqual(rows);
});
