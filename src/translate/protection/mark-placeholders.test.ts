import { expect, test } from 'vitest';
import { compose, isSpan, type Layout, type Part } from './layout.ts';
import { markPlaceholders } from './mark-placeholders.ts';

/** Writes `⟦…⟧` around spans and `«…»` around the units inside them. */
function show(parts: readonly Part[]): string {
  return parts.map((part) => (isSpan(part) ? `⟦${showLayout(part.replacement)}⟧` : part)).join('');
}

function showLayout(layout: string | Layout): string {
  if (typeof layout === 'string') return layout;
  return layout.map((piece) => (typeof piece === 'string' ? piece : `«${show(piece.parts)}»`)).join('');
}

test.each([
  'Hello ⟦{name}⟧, you are ⟦{0}⟧ of ⟦{{ user.total }}⟧ and ⟦{{{raw}}}⟧.',
  `⟦$\{x}⟧ ⟦$t(common.ok)⟧ ⟦#{count}⟧ ⟦{}⟧ ⟦{0:N2}⟧ ⟦{:>10}⟧ ⟦{x!r}⟧ ⟦{items[0]}⟧ ⟦{price, number, ::currency/EUR}⟧`,
  'Read ⟦%d⟧ of ⟦%1$d⟧ in ⟦%(folder)s⟧, ⟦%5.1f⟧⟦%%⟧ ⟦%lld⟧⟦%s⟧ ⟦%@⟧ ⟦%username%⟧ ⟦%{name}⟧ ⟦%<n>⟧',
  'Row 5 ⟦%-10s⟧ 6 ⟦%s⟧ 7 ⟦%d⟧px 8 ⟦%i⟧ 9 ⟦%-d⟧ ⟦%-i⟧s',
  'On ⟦%Y-%m-%d⟧ at ⟦%H:%M⟧ or ⟦%-d %B⟧, ⟦%s⟧ ⟦%s⟧',
  'Dear ⟦:name⟧ (⟦:count⟧) ⟦:smile:⟧',
  'See ⟦https://example.org/a?b=1&c={id}⟧. (⟦http://x.org/y_(z)⟧) ⟦www.example.org⟧, write to ⟦a.b+c@example.co.uk⟧!',
  'Ask ⟦@support⟧ about ⟦#summer_sale⟧ with ⟦`npm run {x}`⟧.',
  '⟦<0>⟧Click⟦</0>⟧ ⟦<1/>⟧ ⟦<b>⟧x⟦<br>⟧y⟦</b>⟧ ⟦<a href="/x?y" class=z>⟧z⟦</a>⟧',
  'You have ⟦{n, plural, =0 {«no files»} one {«⟦#⟧ file»} other {«⟦{name}⟧ has ⟦#⟧ files»}}⟧.',
  "⟦{g, select, male {«He has ⟦{n, plural, offset:1 one {«⟦#⟧ thing»} other {«it is ⟦'{#}'⟧»}}⟧»} other {«They»}}⟧",
  "⟦{n, plural, one {«l''⟦{name}⟧ est»} other {«les ⟦{name}⟧ sont»}}⟧",
  "⟦{n, plural, one {«⟦'{it''s}'⟧ one»} other {«⟦#⟧»}}⟧",
  "⟦{n, plural, one {«l''⟦'{a b}'⟧ x»} other {«z»}}⟧",
  "⟦{n, plural, one {«'{it''s ⟦{name}⟧ x}'»} other {«z»}}⟧",
])('finds %s', (marked) => {
  const text = marked.replaceAll(/[⟦⟧«»]/g, '');
  const parts = markPlaceholders([text]);
  expect(show(parts)).toBe(marked);
  expect(compose([{ parts }], () => undefined)).toBe(text);
});

test.each([
  'I am 100% sure, and 50%discount is not 5% of it.',
  'It grew by 5 %-points, eine 50 %-ige und eine 20\u00a0%ige Chance, der 10 %-Satz.',
  'At 10:30, note: this is it :D',
  'It costs $5.00 or $10; a & b; C# and F#; item #1.',
  'If a <b and c> d, then 1 < 2 > 1.',
  'A set {see below} and {"json": true} and {a b}.',
  'Me @ home, 5 @ 3 euros.',
])('finds nothing in %s', (text) => {
  expect(markPlaceholders([text])).toEqual([text]);
});

test('tags that open and close are pairs, and those that do not stand alone', () => {
  const kinds = (text: string) =>
    markPlaceholders([text])
      .filter(isSpan)
      .map(({ kind, pair }) => `${kind}${pair ?? ''}`);
  expect(kinds('<0>a<1>b</1></0>')).toEqual(['open0', 'open1', 'close1', 'close0']);
  expect(kinds('<b>a<br>c</b><i/>')).toEqual(['open0', 'mark', 'close0', 'mark']);
  expect(kinds('</b>a<b>')).toEqual(['mark', 'mark']);
});
