import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSpan, type Part } from './layout.ts';
import { markPlaceholders } from './mark-placeholders.ts';
import { translateSpans } from './translate-spans.ts';

const written = (parts: readonly Part[]) =>
  parts.map((part) => (isSpan(part) ? part.replacement : part)).join('');

async function translate(
  text: string,
  engine: (text: string) => string,
  tokens: 'words' | 'symbols' = 'words',
) {
  const asked: string[] = [];
  const [attempt] = await translateSpans([markPlaceholders([text])], tokens, async (texts) => {
    asked.push(...texts);
    return texts.map(engine);
  });
  return { text: written(attempt?.parts ?? []), isWhole: attempt?.isWhole, asked };
}

test('a text without spans goes to the engine and comes back as it is', async () => {
  expect(await translate('  XQ0Q 5 % ', (text) => `${text}!`)).toEqual({
    text: '  XQ0Q 5 % !',
    isWhole: true,
    asked: ['  XQ0Q 5 % '],
  });
});

test('spans may move, and are found in any case', async () => {
  const reverse = (text: string) => text.split(' ').reverse().join(' ').toLowerCase();
  const { text, asked } = await translate('Send {a} to %s now', reverse);
  expect(text).toBe('now %s to {a} send');
  expect(asked).toHaveLength(1);
});

test.each<[string, (text: string) => string]>([
  ['loses', (text) => text.replaceAll('XQ0Q', '')],
  ['doubles', (text) => text.replaceAll('XQ0Q', 'XQ0Q XQ0Q')],
  ['cuts', (text) => text.replaceAll('XQ0Q', 'XQ')],
  ['renumbers', (text) => text.replaceAll('XQ0Q', 'XQ7Q')],
  ['spells out', (text) => text.replaceAll('XQ0Q', '{a} XQ0Q')],
])('an engine that %s a token gets the text in pieces', async (_name, engine) => {
  const { text, isWhole, asked } = await translate('One {a} two\n%s three', engine);
  expect([text, isWhole]).toEqual(['One {a} two\n%s three', true]);
  expect(asked.slice(1)).toEqual(['One ', ' two\n', ' three']);
});

test.each([
  '{a}',
  '%1$s',
  ':count',
  '#House',
  '@user',
  '`code`',
  'https://example.org/a',
  '<br/>',
  '%Y-%m-%d',
])('an answer with %s in full, beside its token, is not used', async (placeholder) => {
  const copy = (text: string) => text.replace('XQ0Q', `XQ0Q ${placeholder}`);
  const { text, isWhole } = await translate(`One ${placeholder} two`, copy);
  expect([text, isWhole]).toEqual([`One ${placeholder} two`, true]);
});

test('pairs stay around their words and inside each other', async () => {
  const swap = (text: string) => text.replaceAll(/XQ0Q(.*)XQ1Q/g, 'XQ1Q$1XQ0Q');
  expect((await translate('Click <b>here</b> now', swap)).text).toBe('Click <b>here</b> now');
  const empty = (text: string) => text.replaceAll('XQ0Qhere', 'hereXQ0Q');
  expect((await translate('Click <b>here</b> now', empty)).text).toBe('Click <b>here</b> now');
});

test('blanks beside spans are as they were', async () => {
  const tidy = (text: string) => text.replaceAll(/\s*(XQ\dQ)\s*/g, ' $1 ').trim();
  expect((await translate('Dear {a},\nyou ({b}) get %dpx of <b>all</b>.', tidy)).text).toBe(
    'Dear {a},\nyou ({b}) get %dpx of <b>all</b>.',
  );
});

test('words that are lost even in pieces come back as they were, and it is said', async () => {
  expect(await translate('One {a} two', (text) => (text.includes('two') ? '' : 'uno'))).toMatchObject({
    text: 'uno {a} two',
    isWhole: false,
  });
});

test('words that look like tokens of every kind are translated in pieces', async () => {
  const { text, asked } = await translate('XQ0Q ZQ1Q QJ2J {a} b', (each) => each);
  expect([text, asked]).toEqual(['XQ0Q ZQ1Q QJ2J {a} b', ['XQ0Q ZQ1Q QJ2J ', ' b']]);
});

test('whatever an engine does to a text, every span is there once', async () => {
  const placeholder = fc.constantFrom(
    '{a}',
    '%s',
    '{{b}}',
    'https://x.org/y',
    '<0>',
    '</0>',
    '<br/>',
    '$t(c)',
  );
  const text = fc
    .array(fc.oneof(placeholder, fc.constantFrom('word', ', ', ' ', '\n', 'Word')), { maxLength: 12 })
    .map((parts) => parts.join(' '));
  const edits = fc.array(
    fc.tuple(fc.nat(40), fc.nat(6), fc.constantFrom('', 'XQ0Q', 'XQ1Q ', 'x', '\u{f0001}')),
    {
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      text,
      edits,
      fc.constantFrom('words' as const, 'symbols' as const),
      async (source, changes, form) => {
        const engine = (each: string) => {
          const characters = [...each];
          for (const [at, length, inserted] of changes) characters.splice(at, length, inserted);
          return characters.join('');
        };
        const spans = (parts: readonly Part[]) => parts.filter(isSpan).map(({ replacement }) => replacement);
        const parts = markPlaceholders([source]);
        const [attempt] = await translateSpans([parts], form, async (texts) => texts.map(engine));
        expect(spans(attempt?.parts ?? []).toSorted()).toEqual(spans(parts).toSorted());
      },
    ),
  );
});
