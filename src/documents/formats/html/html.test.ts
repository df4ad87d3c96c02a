import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  pseudoTranslate,
  textsOf,
  translateToItself,
} from '../../../../test/support/documents/pseudo-translate.ts';
import { leastWorkMs } from '../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../test/support/long-form.ts';
import { isSpan, type Part } from '../../../translate/protection/layout.ts';
import { InvalidDocumentError } from '../format.ts';
import { html } from './html.ts';

const page = readFileSync(new URL('../../../../test/support/documents/page.html.txt', import.meta.url));
const unitsOf = (text: string) => html.open(Buffer.from(text)).units.map((unit) => unit.text);

async function shifted(file: Uint8Array, target = 'en'): Promise<string> {
  const document = html.open(file);
  const units = document.units.map((unit) => unit.text);
  return Buffer.from(document.assemble(await pseudoTranslate(units, html.markup), target)).toString();
}

test('the texts of a page are what its readers read, each sentence with its inline tags', () => {
  expect(unitsOf(page.toString())).toEqual([
    "<title>Wheels &amp; more | Miller's</title>",
    `<img alt='The "best" wheels in town'>`,
    '<img alt="Wheels &amp; more">',
    'Home',
    '<a href="/about" title="Who we are">',
    'About us',
    'Wheels that\n    roll',
    'We have sold <b>more than <i>9,000</i> wheels</b> since 1987&nbsp;&ndash; and\n' +
      '   <a href="https://example.org/?a=1&b=2">every one</a> still rolls&hellip;',
    'Ask <span class="notranslate">Miller &amp; Sons</span> for yours!',
    '<img src=wheel.png alt="A wheel"   >',
    'Small',
    '12&nbsp;€',
    '30&nbsp;€',
    'Your name',
    '<input name=n placeholder="Jane Doe">',
    '<textarea>Write <here></textarea>',
    '<img alt="Send it">',
    'Red',
    'Blue',
    '<pre>first line\n    second line</pre>',
    'Unclosed <em>emphasis',
    '5 < 6 & 7 > 3',
  ]);
});

test('everything that is no text of a translated page stays byte for byte', async () => {
  const result = await shifted(page);
  const expected = page
    .toString()
    .replace("Wheels &amp; more | Miller's", "Xiffmt &amp; npsf | Njmmfs't")
    .replace('The "best" wheels in town', 'Uif "cftu" xiffmt jo upxo')
    .replace('"Wheels &amp; more"', '"Xiffmt &amp; npsf"')
    .replace('>Home<', '>Ipnf<')
    .replace('title="Who we are">About us', 'title="Xip xf bsf">Bcpvu vt')
    .replace('Wheels that\n    roll', 'Xiffmt uibu spmm')
    .replace('We have sold <b>more than', 'Xf ibwf tpme <b>npsf uibo')
    .replace(
      '</i> wheels</b> since 1987&nbsp;&ndash; and\n   <a',
      '</i> xiffmt</b> tjodf 1987&nbsp;&ndash; boe <a',
    )
    .replace('every one</a> still rolls', 'fwfsz pof</a> tujmm spmmt')
    .replace('Ask <span', 'Btl <span')
    .replace('for yours', 'gps zpvst')
    .replace('alt="A wheel"', 'alt="B xiffm"')
    .replace('Small', 'Tnbmm')
    .replace('Your name', 'Zpvs obnf')
    .replace('Jane Doe', 'Kbof Epf')
    .replace('Write <here>', 'Xsjuf &lt;ifsf>')
    .replace('"Send it"', '"Tfoe ju"')
    .replace('Red<option>Blue', 'Sfe<option>Cmvf')
    .replace('first line\n    second line', 'gjstu mjof\n    tfdpoe mjof')
    .replace('Unclosed <em>emphasis', 'Vodmptfe <em>fnqibtjt')
    .replace('5 < 6', '5 &lt; 6');
  expect(result).toBe(expected);
});

test('a translated page has the same units, translated', async () => {
  const result = await shifted(page);
  const units = html.open(page).units.map((unit) => unit.text);
  const again = html.open(Buffer.from(result)).units.map((unit) => unit.text);
  expect(again).toEqual(await pseudoTranslate(units, html.markup));
});

test.each([
  ['<html lang="en"><p>a', '<html lang="de"><p>a'],
  ['<html lang=en><p>a', '<html lang="de"><p>a'],
  ['<HTML><p>a', '<HTML lang="de"><p>a'],
  ["<html xml:lang='en' lang='en' dir=rtl><p>a", "<html xml:lang='de' lang='de' dir=\"ltr\"><p>a"],
  ['<html lang="DE"><p>a', '<html lang="DE"><p>a'],
  ['<p>a', '<p>a'],
])('the language of %j', (source, expected) => {
  expect(Buffer.from(translateToItself(html, Buffer.from(source), 'de')).toString()).toBe(expected);
});

test('a page in Arabic is written from right to left', () => {
  const result = translateToItself(html, Buffer.from('<html lang="en"><p>a'), 'ar');
  expect(Buffer.from(result).toString()).toBe('<html dir="rtl" lang="ar"><p>a');
});

test('letters that the encoding of a page lacks are written as numbers', () => {
  const file = Buffer.from('<meta charset="iso-8859-1"><p title="x">Gr\xfc\xdfe</p>', 'latin1');
  const document = html.open(file);
  expect(document.units.map((unit) => unit.text)).toEqual(['<p title="x">', 'Grüße']);
  const result = document.assemble(['<p title="я">', 'Gruß €😀'], 'de');
  expect(Buffer.from(result).toString('latin1')).toBe(
    '<meta charset="iso-8859-1"><p title="&#1103;">Gru\xdf \x80&#128512;</p>',
  );
});

test.each([
  ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8])],
  ['utf-8', Buffer.from('При')],
])('reads what a page declares: %s', (charset, bytes) => {
  const file = Buffer.concat([
    Buffer.from(`<meta http-equiv=Content-Type content="text/html; charset=${charset}"><p>`),
    bytes,
  ]);
  expect(html.open(file).units.map((unit) => unit.text)).toEqual(['При']);
  expect(Buffer.from(translateToItself(html, file))).toEqual(file);
});

test.each(['shift_jis', 'iso-2022-jp', 'nonsense'])('asks for UTF-8 in place of %s', (charset) => {
  expect(() => html.open(Buffer.from(`<meta charset="${charset}"><p>a`))).toThrow('Save it as UTF-8');
});

test('characters are those that a reader reads', () => {
  const counts = (text: string) => html.open(Buffer.from(text)).units.map((unit) => unit.characters);
  expect(counts('<p>a&amp;b <b class="c">😀d</b>&nbsp;e</p>')).toEqual([8]);
  expect(counts('<img alt="abc"><p>a\n     b</p>')).toEqual([3, 3]);
  expect(counts('<p>a <i translate=no>nothing</i> b</p>')).toEqual([4]);
});

const pieces = (
  '<p> </p> <b> </b> <i title="a"> </i> <br> <br/> <div class=notranslate> </div> <span translate="no"> </span> ' +
  '<!-- --> <script> </script> <title> </title> <textarea> </textarea> <html lang="de"> <img alt="x"> <input> < > & " ' +
  "' = / <a </ <! <? &amp; &nbsp; &lt; &#65; &bogus; <![CDATA[ ]]> <svg> <pre> <style> <plaintext>"
)
  .split(' ')
  .concat([
    '\n',
    '\r\n',
    ' ',
    'word ',
    'Two words. ',
    '<input type=submit value="Go on">',
    '<meta name=description content="a">',
  ]);

test('any page that is translated into itself is the same, byte for byte', () => {
  fc.assert(
    fc.property(textsOf(pieces), (text) => {
      const file = Buffer.from(text.replaceAll(/<html(?! lang)/gi, '<other'));
      expect(Buffer.from(translateToItself(html, file)).toString()).toBe(file.toString());
    }),
    { numRuns: 1000 },
  );
});

test('any translated page has as many units as before, in the same places', async () => {
  await fc.assert(
    fc.asyncProperty(
      textsOf(pieces.filter((piece) => !['<plaintext>', '<textarea>', '<title>'].includes(piece))),
      async (text) => {
        const file = Buffer.from(text);
        const units = html.open(file).units.map((unit) => unit.text);
        const translations = await pseudoTranslate(units, html.markup);
        const again = html.open(html.open(file).assemble(translations, 'de')).units.map((unit) => unit.text);
        expect(again).toEqual(translations);
      },
    ),
    { numRuns: 300 },
  );
});

/** Reverses the order of the words, together with the tag pairs around them. */
function reversed(parts: readonly Part[]): readonly Part[] {
  const groups: Part[][] = [];
  const open: (number | undefined)[] = [];
  for (const part of parts) {
    if (open.length === 0) groups.push([]);
    groups.at(-1)?.push(part);
    if (isSpan(part) && part.kind === 'open') open.push(part.pair);
    if (isSpan(part) && part.kind === 'close') open.pop();
  }
  return groups.reverse().flat();
}

test('tags that a translation moves stay whole, and inside their block', async () => {
  const file = Buffer.from(
    '<div><p>Read <a href="/x">this <b>page</b></a> and <i>smile</i>!</p>\n<p>End</p></div>',
  );
  const document = html.open(file);
  const units = document.units.map((unit) => unit.text);
  const result = document.assemble(await pseudoTranslate(units, 'html', reversed), 'de');
  expect(Buffer.from(result).toString()).toBe(
    '<div><p>!<i>smile</i> and <a href="/x">this <b>page</b></a>Read </p>\n<p>End</p></div>',
  );
});

const mebibytes = 1024 * 1024;
test.each([
  ['30 MiB in one line', `<p>${'word '.repeat(6 * mebibytes)}</p>`],
  ['a paragraph without end', '<b>word</b> '.repeat(200_000)],
  ['tags without end', '<b>'.repeat(10 * mebibytes)],
  ['paragraphs without end', '<p>a'.repeat(7 * mebibytes)],
  ['attributes without end', `<p ${'a=b '.repeat(7 * mebibytes)}>`],
  ['NUL', '<p>a\0b</p>'],
])('refuses %s in at most 50 ms', (_, source) => {
  const file = Buffer.from(source);
  const ms = leastWorkMs(() => expect(() => html.open(file)).toThrow(InvalidDocumentError));
  expect(ms).toBeLessThan(leewayInGate(50));
});

test.each([
  ['deep nesting', '<div>'.repeat(20_000)],
  ['deep nesting inside a sentence', `a${'<b>'.repeat(4_000)}b${'</b>'.repeat(900)}`],
  ['ends without starts', '</b>'.repeat(4_000)],
  ['signs that open nothing', '< '.repeat(20_000)],
  ['comments that end nowhere', '<!-- '.repeat(20_000)],
  ['scripts that end nowhere', '<script>'.repeat(20_000)],
  ['titles that end nowhere', '<title>a'.repeat(5_000)],
  ['blanks', ' '.repeat(200_000)],
  ['declarations of a charset', '<meta ='.repeat(500)],
])('%s cost no more than their length', (_, source) => {
  const file = Buffer.from(source);
  expect(leastWorkMs(() => translateToItself(html, file))).toBeLessThan(leewayInGate(200));
});
