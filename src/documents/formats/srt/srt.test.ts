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
import { srt } from './srt.ts';

const odd = `1
00:00:01,000 --> 00:00:03,500
Where have you been
all these <i>long</i> years?

2
00:00:04.000-->00:00:05.000  X1:100 X2:200
- At sea.
- Alone?

3
00:00:06,000 --> 00:00:07,000
{\\an8}I <3 R&D
4
00:00:08,000 --> 00:00:09,000

00:00:10,000 --> 00:00:11,000
<font color="#ffff00">No number,</font>  

and an empty line


6
00:00:12,000 --> 00:00:13,000
♪ ... ♪
`;

const open = (text: string) => srt.open(Buffer.from(text));
const unitsOf = (text: string) => open(text).units.map((unit) => unit.text);
const assembled = (text: string, translations: readonly string[]) =>
  Buffer.from(open(text).assemble(translations, 'de')).toString();

test('what one speaker says in one cue is one text, with its codes as tags', () => {
  expect(unitsOf(odd)).toEqual([
    'Where have you been all these <g1>long</g1> years?',
    '- At sea.',
    '- Alone?',
    '<x1/>I &lt;3 R&amp;D',
    '<g1>No number,</g1>',
    'and an empty line',
  ]);
});

test('numbers, times and blanks stay byte for byte, and the lines of a cue are broken anew', () => {
  const result = assembled(odd, [
    'Wo bist du denn <g1>so lange</g1> nur gewesen, mein Freund?',
    '- Auf See.',
    '- Allein?',
    '<x1/>Ich &lt;3 F&amp;E',
    '<g1>Keine Nummer,</g1>',
    'und eine leere Zeile',
  ]);
  expect(result).toBe(
    odd
      .replace(
        'Where have you been\nall these <i>long</i> years?',
        'Wo bist du denn <i>so lange</i>\nnur gewesen, mein Freund?',
      )
      .replace('At sea', 'Auf See')
      .replace('Alone', 'Allein')
      .replace('I <3 R&D', 'Ich <3 F&E')
      .replace('No number,', 'Keine Nummer,')
      .replace('and an empty line', 'und eine leere Zeile'),
  );
});

test('a cue of one line that gets too long has two', () => {
  const cue = '1\r\n00:00:01,000 --> 00:00:02,000\r\nShort enough for one line\r\n';
  expect(assembled(cue, ['Viel zu lang, als dass es noch in eine Zeile passen würde'])).toBe(
    cue.replace('Short enough for one line', 'Viel zu lang, als dass es noch\r\nin eine Zeile passen würde'),
  );
  const japanese = assembled(cue, ['これは一行に収まるには長すぎる文なので、二行に分けられるはずです。']);
  expect(
    japanese
      .split('\r\n')
      .slice(2, 4)
      .every((line) => line.length > 10),
  ).toBe(true);
});

test('characters are those that a viewer reads', () => {
  expect(open(odd).units.map((unit) => unit.characters)).toEqual([41, 9, 8, 8, 10, 17]);
});

test('translated subtitles have the same units, translated', async () => {
  const document = open(odd);
  const units = document.units.map((unit) => unit.text);
  const translations = await pseudoTranslate(units, srt.markup);
  expect(translations[0]).toBe(
    `${shiftLetters('Where have you been all these ')}<g1>mpoh</g1>${shiftLetters(' years?')}`,
  );
  const again = srt.open(document.assemble(translations, 'de')).units.map((unit) => unit.text);
  expect(again).toEqual(translations);
});

const pieces = [
  '1\n',
  '\n',
  '\r\n',
  '\n\n',
  '00:00:01,000 --> 00:00:02,000\n',
  '00:00:01.0 --> 00:00:02.0 X1:1\r\n',
  '<i>',
  '</i>',
  '<b>',
  '</b>',
  '<font color="a">',
  '</font>',
  '{\\an8}',
  '{i}',
  '- ',
  '– ',
  '<',
  '&',
  '&amp;',
  '\\N',
  'word ',
  'Two words. ',
  ' ',
  '日本語',
];

test.each([
  ['a line of digits', 'one', '1'],
  ['a second line of digits', 'A1\n– 1', 'A1 – 1'],
])('%s before the times of the next cue is not taken for its number', (_, source, translation) => {
  const file = `00:00:01,000 --> 00:00:02,000\n${source}\n00:00:03,000 --> 00:00:04,000\nmore\n`;
  const again = open(assembled(file, [translation, 'mehr']));
  expect(again.units.map((unit) => unit.text)).toEqual([translation, 'mehr']);
});

test('any subtitles that are translated into themselves are the same, byte for byte', () => {
  fc.assert(
    fc.property(textsOf(pieces), (text) => {
      const file = Buffer.from(`00:00:01,000 --> 00:00:02,000\n${text}`);
      expect(Buffer.from(translateToItself(srt, file)).toString()).toBe(file.toString());
    }),
    { numRuns: 300 },
  );
});

/** Without characters that may form a code when the letters after them change. */
const plain = fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/[^ -~]|[<>{}\\]/g, ''));

test('any translated subtitles have as many units as before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom(...pieces.filter((piece) => piece !== '&amp;')), plain), {
        maxLength: 20,
      }),
      async (found) => {
        const document = open(`00:00:01,000 --> 00:00:02,000\n${found.join('')}`);
        const units = document.units.map((unit) => unit.text);
        const translations = await pseudoTranslate(units, srt.markup);
        const again = srt.open(document.assemble(translations, 'de')).units.map((unit) => unit.text);
        // A line break replaces any number of spaces.
        const spaces = / +/g;
        expect(again.map((text) => text.replaceAll(spaces, ' '))).toEqual(
          translations.map((text) => text.replaceAll(spaces, ' ')),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['what is not SubRip', Buffer.from('Hello\n')],
  ['a file that is too large', Buffer.alloc(30 * 1024 * 1024, 'a')],
  ['cues without end', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\na\n\n'.repeat(200_000))],
  ['NUL', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\na\0\n')],
])('refuses %s in at most 50 ms', (_, file) => {
  expect(leastWorkMs(() => expect(() => srt.open(file)).toThrow(InvalidDocumentError))).toBeLessThan(
    leewayInGate(50),
  );
});

test('long cues and unfinished codes cost no more than their length', () => {
  for (const sign of ['<', '{\\', '<i>', 'word ', '- ', '<font ', '日']) {
    const document = open(`00:00:01,000 --> 00:00:02,000\na${sign.repeat(6_000 / sign.length)}`);
    const units = document.units.map((unit) => `${unit.text} b`);
    expect(leastWorkMs(() => document.assemble(units, 'de'))).toBeLessThan(leewayInGate(200));
  }
});
