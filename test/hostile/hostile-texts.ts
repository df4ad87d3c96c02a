/** Texts that are good by the rules and hard on everything that has to carry them. */
import fc from 'fast-check';

const words =
  `the house is big and I want to go with Mr Smith No U.S etc. que\u00e9 casa el la los de l'home d'aqu\u00ed
 qu'il j'ai huset och \u00e4r inte 3.14 1,000 50% XIV NASA don't re-do a@b.c http://x.y/z?a=b&c=d {name} %s $\{x}`.split(
    /\s+/,
  );

/** What means something to Apertium's stream, to shells, to SQL and to markup. */
const specials = [...'[]{}^$/\\@<>~*#+=&|_-.,:;!?\'"`()%'];

/** Invisible, directional, combining, ignorable, unassigned, and characters that must never be. */
export const oddCharacters = [
  ...'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u000b\u000c\u000e\u000f\u0010\u0011\u0012\u0013\u0014',
  ...'\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u007f\u0085\u00a0\u00ad\u034f\u061c',
  ...'\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2069',
  ...'\u2400\u3000\u3164\ue000\uf8ff\ufdd0\ufe0f\ufeff\ufff9\ufffc\ufffd\ufffe\uffff\u{1f600}\u{1f1ea}\u{1f3fd}',
  ...'\u{e0001}\u{e0061}\u{f0000}\u{1fffe}\u{10fffd}\u{10ffff}\u0301\u0e33\u20dd\uff01\u0130\u0131\u00df\ufb01',
];

const blanks = [' ', '  ', '\n', '\t', '\r\n', '\r', ' \n ', '\n\n\n'];

const anyCharacter = fc
  .integer({ min: 1, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code));

const token = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(...specials) },
  { weight: 2, arbitrary: fc.constantFrom(...blanks) },
  { weight: 2, arbitrary: fc.constantFrom(...oddCharacters) },
  { weight: 1, arbitrary: anyCharacter },
);

const shortText = fc
  .tuple(fc.array(token, { maxLength: 8 }), fc.constantFrom('', ' '))
  .map(([parts, between]) => parts.join(between));

/** A flood of one thing: combining marks, one letter, brackets, emoji, without a blank or a full stop. */
const flood = fc
  .tuple(token, fc.integer({ min: 2, max: 400 }))
  .map(([part, times]) => part.repeat(times).slice(0, 1_200).toWellFormed().replaceAll('\ufffd', '?'));

export const hostileText = fc.oneof(
  { weight: 30, arbitrary: shortText },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '\n', '.', '\u3000', '…', '¿?') },
  { weight: 1, arbitrary: flood },
);

/** Sent one by one to every pair: an engine must neither break on them nor lose them. */
export const engineTexts: readonly (readonly [name: string, text: string])[] = [
  ['stream characters', '[ ] { } ^ $ / \\ @ < > ~ *'],
  ['a lexical unit', '^casa/casa<n><f><sg>$ ^a<b>$'],
  ['superblanks', '[[t:b:abc]]hello[[/]] [<b>] []'],
  ['what looks like the end of a question', 'hello.[][1] [].[][2] \\0 \u2400'],
  ['open brackets', '[[[[ {{{{ ^^^^ <<<<'],
  ['a backslash at the end', 'hello\\'],
  ['words that swallow a full stop', 'Mr Mrs No EE.UU Jun Ud f.eks n\u00fam U.S.A'],
  ['an abbreviation alone', 'Mr'],
  ['words that join over a line break', 'la casa que\nuna\r\nque  hay del'],
  ['a very long word', 'x'.repeat(10_000)],
  ['words just below the limit', `${'y'.repeat(199)} `.repeat(20)],
  ['only punctuation', '.,;:!?\u00bf\u00a1\u2026()"\'-\u2013\u2014'],
  ['a thousand full stops', '.'.repeat(1_000)],
  [
    'emoji',
    '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f1ea}\u{1f1f8} ok\u{1f44d}\u{1f3fd}',
  ],
  ['compounds beyond the basic plane', 'dog\u{2cd13}housedogdog\u{20484}\t\t={\u{1bf58}'],
  ['combining marks', `a${'\u0301'.repeat(500)} e\u0301\u0327`],
  ['right to left', '\u202ehello\u202c \u2066casa\u2069 \u05e9\u05dc\u05d5\u05dd'],
  ['every odd character', oddCharacters.join(' ')],
  ['every odd character, together', oddCharacters.join('')],
  [
    'many scripts',
    '\u4e16\u754c \u0645\u0631\u062d\u0628\u0627 \u041f\u0440\u0438\u0432\u0435\u0442 \u0928\u092e\u0938\u094d\u0924\u0947',
  ],
  ['blanks only', ' \n\t \u3000\u00a0'],
];
