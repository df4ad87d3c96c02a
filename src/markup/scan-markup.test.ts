import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../lib/event-loop-turns.ts';
import { type MarkupFormat, type MarkupToken, tokenizeMarkup } from './scan-markup.ts';

function tokensOf(text: string, format: MarkupFormat): readonly MarkupToken[] {
  const tokenized = atOnce(tokenizeMarkup(text, format, Number.POSITIVE_INFINITY));
  return tokenized.ok ? tokenized.tokens : [];
}

const kinds = (text: string, format: MarkupFormat) =>
  tokensOf(text, format).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);

test.each<[MarkupFormat, string, string[]]>([
  ['html', 'a</b ', ['text a', 'tag </b ']],
  ['html', '<p><b /', ['tag <p>', 'other <b /']],
  ['html', 'a <scr', ['text a ', 'other <scr']],
  ['html', 'a <b c="d', ['text a ', 'other <b c="d']],
  ['html', 'a</>b', ['text a', 'other </>', 'text b']],
  ['html', 'a <', ['text a <']],
  ['html', '</>&amp;&NotEqualTilde;', ['other </>', 'entity &amp;', 'entity &NotEqualTilde;']],
  ['xml', 'a <!-', ['text a ', 'other <!', 'text -']],
  ['xml', 'a <?b', ['text a ', 'other <?', 'text b']],
  ['xml', 'a <?b > ?>c', ['text a ', 'other <?b > ?>', 'text c']],
  ['xml', 'a <![CDATA[b', ['text a ', 'other <![CDATA[b']],
])('in %s, %j has no token outside the text', (format, text, expected) => {
  expect(kinds(text, format)).toEqual(expected);
});

const pieces = (
  '<p> </p> <b c="&amp;d"> <e f=&#65;g> <h/> </ <! <? <!-- --> <![CDATA[ ]]> ?> <script> </script> <style> <title> ' +
  '</title> <textarea> <plaintext> <xmp> <iframe> &amp; &nbsp; &notit; &NotEqualTilde; &#x1f600; &bogus; & < > / = " \''
)
  .split(' ')
  .concat([' ', 'word ', '<i ', ' j="', '😀', 'x'.repeat(8 * 1024 - 3)]);

test('the tokens of any text concatenate to the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 20 }),
      fc.constantFrom<MarkupFormat>('html', 'xml'),
      (found, format) => {
        const text = found.join('');
        let at = 0;
        for (const { start, end } of tokensOf(text, format)) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBe(text.length);
      },
    ),
    { numRuns: 2_000 },
  );
});
