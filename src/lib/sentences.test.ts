import { describe, expect, test } from 'vitest';
import { sentencesOf, separatesSentences, separatorBetween } from './sentences.ts';

describe('sentences end where their language ends them', () => {
  test.each([
    ['ja', ['今日は晴れです。', '明日は雨です！', 'たぶん。']],
    ['zh', ['他走了。', '“你好。”', '我说。']],
    ['zh', ['他走了。', '“你好”是问候。']],
    ['ja', ['今日は晴れです。', '「明日は雨です。」', 'と彼は言った。']],
    ['ko', ['안녕하세요. ', '잘 가세요? ', '네.']],
    ['ar', ['هل هذا بيت؟ ', 'هذا كتاب.']],
    ['hi', ['यह है। ', 'वह है।']],
    ['el', ['Τι κάνεις; ', 'Είμαι καλά.']],
    ['en', ['One. ', 'Two? ', 'Three']],
  ])('%s %j', (language, sentences) => {
    expect(sentencesOf(sentences.join(''), language)).toEqual(sentences);
  });
});

test('an empty text is one empty sentence', () => {
  expect(sentencesOf('', 'ja')).toEqual(['']);
});

test.each([
  ['ja', false],
  ['zh', false],
  ['zh-Hant', false],
  ['yue', false],
  ['ko', true],
  ['th', true],
  ['en', true],
  ['ar', true],
])('%s: a blank between sentences: %s', (language, isSeparated) => {
  expect(separatesSentences(language)).toBe(isSeparated);
});

test('blanks between sentences follow the target language, and line breaks stay', () => {
  expect(separatorBetween(' ', { source: 'en', target: 'ja' })).toBe('');
  expect(separatorBetween('', { source: 'ja', target: 'en' })).toBe(' ');
  expect(separatorBetween('', { source: 'ja', target: 'zh' })).toBe('');
  expect(separatorBetween('', { source: 'en', target: 'de' })).toBe('');
  expect(separatorBetween('  ', { source: 'en', target: 'de' })).toBe('  ');
  for (const target of ['ja', 'en']) expect(separatorBetween('\n', { source: 'zh', target })).toBe('\n');
});
