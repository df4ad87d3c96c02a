import { expect, test } from 'vitest';
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
