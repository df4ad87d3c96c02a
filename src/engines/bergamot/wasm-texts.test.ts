import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWellFormedHtml } from './html-fragment.ts';
import { piecesForWasm, tidyAnswer } from './wasm-texts.ts';

const options = (source: string, target: string, isHtml = false) => ({
  source,
  target,
  isHtml,
  maxPieceLength: 600,
});

test('sentences that the WASM would not find are cut, the others are left to it', () => {
  expect(piecesForWasm('他走了。我说：“你好。”', options('zh', 'en'))).toEqual([
    '他走了。',
    '我说：“你好。”',
  ]);
  expect(piecesForWasm('안녕하세요. 네.', options('ko', 'en'))).toEqual(['안녕하세요. ', '네.']);
  expect(piecesForWasm('Mr. Smith left. He did.', options('en', 'de'))).toEqual(['Mr. Smith left. He did.']);
  expect(piecesForWasm('Он ушёл. Да.', options('ru', 'en'))).toEqual(['Он ушёл. Да.']);
});

test('soft hyphens are removed', () => {
  expect(piecesForWasm('Donau\u00addampf\u00adschiff', options('de', 'en'))).toEqual(['Donaudampfschiff']);
});

test('HTML is cut between elements, never inside one', () => {
  const cut = (html: string) => piecesForWasm(html, options('ja', 'en', true));
  expect(cut('雨。<b>雪。</b>風。')).toEqual(['雨。', '<b>雪。</b>', '風。']);
  expect(cut('<b>雨。雪。</b>風。空。')).toEqual(['<b>雨。雪。</b>', '風。', '空。']);
  expect(cut('雨<br>雪。<img alt="a>b。">風')).toEqual(['雨<br>雪。', '<img alt="a>b。">風']);
  expect(cut('<i title="雨。雪。">風</i>')).toEqual(['<i title="雨。雪。">風</i>']);
});

test('pieces of HTML join to it, and each is well-formed', () => {
  const part = fc.oneof(
    fc.constantFrom('雨。', '風', '「雪！」', '<br>', 'a. ', '&amp;', '<!-- 。 -->'),
    fc.constantFrom('b', 'i', 'span').map((name) => `<${name}>雨。雪</${name}>`),
    fc.constantFrom('b', 'i').map((name) => `<${name}><u>雨</u>。</${name}>`),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('');
      const pieces = piecesForWasm(html, options('ja', 'en', true));
      expect(pieces.join('')).toBe(html);
      for (const piece of pieces) expect(isWellFormedHtml(piece)).toBe(true);
    }),
  );
});

test('blanks after a sentence go where the target has none, and attributes stay', () => {
  expect(tidyAnswer('はい。 いいえ。」 Windows です。', options('en', 'ja'))).toBe(
    'はい。いいえ。」Windows です。',
  );
  expect(tidyAnswer('是。 <b title="是。 不">不！ 是。</b>', options('en', 'zh', true))).toBe(
    '是。<b title="是。 不">不！是。</b>',
  );
  expect(tidyAnswer('是。 네.', options('en', 'ko'))).toBe('是。 네.');
});

test('bare less-than signs are no tags, and many of them take no longer than other characters', () => {
  const signs = '< '.repeat(100_000);
  expect(tidyAnswer(`${signs}是。 <b>不</b>`, options('en', 'zh', true))).toBe(`${signs}是。<b>不</b>`);
});
