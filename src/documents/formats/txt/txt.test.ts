import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  pseudoTranslate,
  shiftLetters,
  textsOf,
  translateToItself,
} from '../../../../test/support/documents/pseudo-translate.ts';
import { leastWorkMs } from '../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../test/support/long-form.ts';
import { InvalidDocumentError } from '../format.ts';
import { txt } from './txt.ts';

const open = (text: string) => txt.open(Buffer.from(text));
const unitsOf = (text: string) => open(text).units.map((unit) => unit.text);

function translated(text: string, translate: (text: string) => string): string {
  const document = open(text);
  return Buffer.from(
    document.assemble(
      document.units.map((unit) => translate(unit.text)),
      'de',
    ),
  ).toString();
}

const wrapped = `Dear Ms Miller,

thank you for your message of last week. We have looked at the machine
that you sent to us, and we found that its second wheel had been mounted
the wrong way round.

> When I switch it on, it makes a noise that I have never heard before and
> the neighbours have complained to me.

What we suggest:

- We send the machine back to you with a new wheel, which takes about two
  weeks from now.
- You keep the one that we lent to you.
1. Pay nothing.

    wheel --mount right

Name      Price
Wheel     12 EUR
| Axle | 7 EUR |

Kind regards
Jo
`;

test('lines of a wrapped paragraph are one text; those of lists, tables, code and greetings are not', () => {
  expect(unitsOf(wrapped)).toEqual([
    'Dear Ms Miller,',
    'thank you for your message of last week. We have looked at the machine that you sent to us, and we found that ' +
      'its second wheel had been mounted the wrong way round.',
    'When I switch it on, it makes a noise that I have never heard before and the neighbours have complained to me.',
    'What we suggest:',
    'We send the machine back to you with a new wheel, which takes about two weeks from now.',
    'You keep the one that we lent to you.',
    'Pay nothing.',
    'wheel --mount right',
    'Name',
    'Price',
    'Wheel',
    '12 EUR',
    'Axle',
    '7 EUR',
    'Kind regards',
    'Jo',
  ]);
});

test('a translated paragraph is wrapped to the same width, with its quotation and indentation', () => {
  const german = new Map([
    [
      'When I switch it on, it makes a noise that I have never heard before and the neighbours have complained to me.',
      'Wenn ich sie einschalte, macht sie ein Geräusch, das ich noch nie gehört habe, und die Nachbarn haben sich bei mir darüber beschwert.',
    ],
    [
      'We send the machine back to you with a new wheel, which takes about two weeks from now.',
      'Wir schicken Ihnen die Maschine mit einem neuen Rad zurück, was von heute an etwa zwei Wochen dauert.',
    ],
  ]);
  const result = translated(wrapped, (text) => german.get(text) ?? text);
  expect(result).toContain(
    '\n> Wenn ich sie einschalte, macht sie ein Geräusch, das ich noch nie gehört\n> habe, und die Nachbarn haben sich bei mir darüber beschwert.\n',
  );
  expect(result).toContain(
    '\n- Wir schicken Ihnen die Maschine mit einem neuen Rad zurück, was von\n  heute an etwa zwei Wochen dauert.\n',
  );
  expect(result.split('\n').length).toBe(wrapped.split('\n').length);
});

test('short lines, and paragraphs of one long line each, stay apart', () => {
  expect(unitsOf('Roses are red,\nviolets are blue.\n')).toEqual(['Roses are red,', 'violets are blue.']);
  const long =
    'A paragraph in one line, as most editors write it today, however long it gets in the end. '.repeat(2);
  expect(unitsOf(`${long}\n${long}\n`)).toHaveLength(2);
});

test('line ends, blanks at their ends and the missing last one stay', () => {
  const text = 'One  \r\n\r\n\tTwo\t\r\nThree\rFour\n\n\n  Five';
  expect(translated(text, shiftLetters)).toBe('Pof  \r\n\r\n\tUxp\t\r\nUisff\rGpvs\n\n\n  Gjwf');
});

test('what stands between rows of backticks stays as it is', () => {
  expect(unitsOf('Run this:\n```sh\nnpm start\n```\nThen wait.\n```\nNo end')).toEqual([
    'Run this:',
    'Then wait.',
    'No end',
  ]);
});

test('Japanese is joined and wrapped without spaces', () => {
  const text = `${'日本語の文章は空白なしで書かれる。'.repeat(2)}そして\n続きはここにある。\n`;
  const [unit] = unitsOf(text);
  expect(unit).toContain('そして続きは');
  const result = translated(text, (found) => `${found}終わり`.repeat(2));
  expect(result).not.toContain(' ');
  expect(unitsOf(result)).toEqual([`${unit}終わり`.repeat(2)]);
});

test.each([
  ['UTF-8', Buffer.from('Grüße €')],
  ['UTF-8 with a mark', Buffer.from('\ufeffGrüße €')],
  ['UTF-16, little end first', Buffer.from('\ufeffGrüße €', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffGrüße €', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Gr\xfc\xdfe \x80', 'latin1')],
])('keeps %s', (_, file) => {
  const document = txt.open(file);
  expect(document.units.map((unit) => unit.text)).toEqual(['Grüße €']);
  const result = document.assemble(['Größe €'], 'de');
  expect(result.length).toBe(file.length);
  expect(txt.open(result).units[0]?.text).toBe('Größe €');
});

test('what Windows-1252 has no letters for becomes UTF-8 with a mark', () => {
  const document = txt.open(Buffer.from('Gr\xfc\xdfe', 'latin1'));
  expect(Buffer.from(document.assemble(['Привет'], 'ru')).toString()).toBe('\ufeffПривет');
});

test('characters are code points', () => {
  expect(open('  a😀é  ').units[0]?.characters).toBe(3);
});

const pieces = [
  '\n',
  '\r\n',
  '\r',
  ' ',
  '    ',
  '\t',
  '- ',
  '> ',
  '1. ',
  '|',
  '```',
  'word ',
  'another word ',
  '日本',
  'x'.repeat(45),
];

test('any text that is translated into itself is the same, byte for byte', () => {
  fc.assert(
    fc.property(textsOf(pieces), fc.constantFrom('utf8', 'utf16le', 'marked'), (text, encoding) => {
      const file =
        encoding === 'utf8'
          ? Buffer.from(text)
          : Buffer.from(`\ufeff${text}`, encoding === 'marked' ? 'utf8' : encoding);
      expect(Buffer.from(translateToItself(txt, file))).toEqual(file);
    }),
    { numRuns: 500 },
  );
});

test('any bytes without NUL are some text, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 1, maxLength: 200 }), (file) => {
      fc.pre(
        !(file[0] === 0xff && file[1] === 0xfe) &&
          !(file[0] === 0xfe && file[1] === 0xff) &&
          file[0] !== 0xef,
      );
      expect(new Uint8Array(translateToItself(txt, file))).toEqual(new Uint8Array(file));
    }),
  );
});

test('a translated text has the same units, translated', async () => {
  const document = open(wrapped);
  const units = document.units.map((unit) => unit.text);
  const result = document.assemble(await pseudoTranslate(units, txt.markup), 'de');
  expect(txt.open(result).units.map((unit) => unit.text)).toEqual(units.map(shiftLetters));
});

test('a line that is too long for a call is cut between sentences', () => {
  const text = 'This is a sentence. '.repeat(5_000).trim();
  const units = unitsOf(text);
  expect(units.length).toBe(10);
  expect(units.every((unit) => unit.endsWith('sentence.'))).toBe(true);
  expect(translated(text, shiftLetters)).toBe(shiftLetters(text));
});

test.each([
  ['a file that is too large', Buffer.alloc(30 * 1024 * 1024, 'a')],
  ['one line that is too long', Buffer.alloc(8 * 1024 * 1024, 'a')],
  ['too many lines', Buffer.alloc(2 * 1024 * 1024, '\n')],
  ['too many texts', Buffer.alloc(400_000, 'a\n\n')],
  ['NUL', Buffer.from('a\0b')],
  ['half a character', Buffer.from('\ufeffa\ud800b', 'utf16le')],
  ['half a character, big end first', Buffer.from('\ufeffa\ud800b', 'utf16le').swap16()],
  ['UTF-8 that says it is, and is not', Buffer.from([0xef, 0xbb, 0xbf, 0xff])],
])('refuses %s in at most 50 ms', (_, file) => {
  const ms = leastWorkMs(() => expect(() => txt.open(file)).toThrow(InvalidDocumentError));
  expect(ms).toBeLessThan(leewayInGate(50));
});

test('long runs of blanks, quotations and marks cost no more than their length', () => {
  for (const sign of [' ', '\t', '>', '- ', '|', '. ', '   a', '1) ', '> ']) {
    const file = Buffer.from(`${sign.repeat(50_000 / sign.length)}a\n`);
    expect(leastWorkMs(() => translateToItself(txt, file))).toBeLessThan(leewayInGate(200));
  }
});
