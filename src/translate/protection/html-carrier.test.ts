import { describe, expect, test } from 'vitest';
import { packHtml } from './html-carrier.ts';
import type { Part } from './layout.ts';

const open = { kind: 'open', pair: 1, replacement: '<a href="x">' } as const;
const close = { kind: 'close', pair: 1, replacement: '</a>' } as const;
const name = { kind: 'word', replacement: '{name}' } as const;
const source: Part[] = ['A & B ', open, 'c "d"', close, ' ', name];

test('an engine gets elements that say nothing, and words that are escaped', () => {
  expect(packHtml(source).text).toBe('A &amp; B <b id="0">c &quot;d&quot;</b> <img id="2">');
});

test.each<[string, string, Part[] | undefined]>([
  ['the same', 'A &amp; B <b id="0">c &quot;d&quot;</b> <img id="2">', source],
  ['moved', '<img id="2"/> <b id="0">x&nbsp;&#39;</b>', [name, ' ', open, "x\u00a0'", close]],
  ['split', '<b id="0"></b>x <b id="0">y</b> z <b id="0">w</b>', ['x ', open, 'y', close, ' z ', 'w']],
  ['an unknown element', 'x <i>y</i>', undefined],
  ['an unknown number', 'x <img id="7">', undefined],
  ['an end without a start', 'x </b>', undefined],
  ['a start without an end', '<b id="0">x', undefined],
])('an answer with %s', (_name, answer, parts) => {
  expect(packHtml(source).unpack(answer)).toEqual(parts);
});

describe('entities that the engine writes', () => {
  test.each([
    ['names', 'f&uuml;r 5&nbsp;&euro;', 'für 5\u00a0€'],
    ['numbers', '&#252;ber &#x201C;x&#8221; &#128512;', 'über “x” 😀'],
    [
      'signs that are escaped',
      'a &amp; b &lt; c &gt; d &quot;e&apos; &amp;uuml;',
      'a & b < c > d "e\' &uuml;',
    ],
    ['no entities', 'a & b; &nope; &uuml &;', 'a & b; &nope; &uuml &;'],
    [
      'signs of placeholders',
      '&lbrace;x&rbrace; &#123;x&#125; &#37;s',
      '&lbrace;x&rbrace; &#123;x&#125; &#37;s',
    ],
    [
      'control and broken characters',
      '&#1; &#0; &#xD800; &#x110000; &#xFFFF;',
      '&#1; &#0; &#xD800; &#x110000; &#xFFFF;',
    ],
  ])('%s', (_name, answer, words) => {
    expect(packHtml(['x ', name]).unpack(`${answer} <img id="0">`)).toEqual([`${words} `, name]);
  });

  test('stay if the text spells them out', () => {
    const packed = packHtml(['Write &uuml; for ', name]);
    expect(packed.text).toBe('Write &amp;uuml; for <img id="0">');
    expect(packed.unpack('&uuml; f&ouml;r <img id="0">')).toEqual(['&uuml; för ', name]);
  });
});

describe('a term that the engine is told about', () => {
  const house = {
    kind: 'word',
    replacement: 'Haus',
    term: { source: 'R & D house', target: 'Haus' },
  } as const;
  const other = { kind: 'word', replacement: 'Boot', term: { source: 'boat', target: 'Boot' } } as const;
  const withTerms: Part[] = ['The ', house, ' of ', name, ' and the ', other];
  const packed = packHtml(withTerms, new Set([house]));

  test('has its words inside an element, and any other term none', () => {
    expect(packed.text).toBe('The <b id="0">R &amp; D house</b> of <img id="1"> and the <img id="2">');
  });

  test.each<[string, string, Part[] | undefined]>([
    ['its target term', 'Das <b id="0">Haus</b>', ['Das ', house]],
    ['another word', 'Des <b id="0">Gebäudes</b> von', ['Des ', house, ' von']],
    ['nothing', 'Das <b id="0"></b>.', ['Das ', house, '.']],
    ['a placeholder', 'Das <b id="0">Haus <img id="1"></b>', ['Das ', house]],
    ['no end', 'Das <b id="0">Haus', undefined],
  ])('is kept if the answer has %s inside the element', (_name, answer, parts) => {
    expect(packed.unpack(answer)).toEqual(parts);
  });
});
