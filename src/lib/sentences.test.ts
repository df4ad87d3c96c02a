import { describe, expect, test } from 'vitest';
import { sentencesOf, separatesSentences, separatorBetween } from './sentences.ts';

describe('sentences end where their language ends them', () => {
  test.each([
    ['ja', ['今日は晴れです。', '明日は雨です！', 'たぶん。']],
    ['zh', ['他走了。', '“你好。”', '我说。']],
    ['zh', ['他走了。', '“你好”是问候。']],
    ['zh', ['走了。', '"好。"', '他说。', '(好。)', '[好！]']],
    ['zh', ['走了。', "'好。'", "他说 don't。", "'好'"]],
    ['ja', ['「はい。」', '「いいえ。」', '（雨。）']],
    ['zh', ['"走了。\n', '好。', '"好。"']],
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

test('blanks between sentences follow the target language; tabs, line breaks and names keep theirs', () => {
  const between = (whitespace: string, source: string, target: string) =>
    separatorBetween(['雨。', 'A.'], whitespace, { source, target });
  for (const blank of [' ', '\u00a0', '  ']) expect(between(blank, 'en', 'ja')).toBe('');
  expect(between('', 'ja', 'en')).toBe(' ');
  expect(between('', 'ja', 'zh')).toBe('');
  expect(between('', 'en', 'de')).toBe('');
  expect(between('  ', 'en', 'de')).toBe('  ');
  for (const kept of ['\n', '\t', ' \t']) {
    for (const target of ['ja', 'en']) expect(between(kept, 'zh', target)).toBe(kept);
  }
  expect(separatorBetween(['A.', 'B.'], ' ', { source: 'en', target: 'ja' })).toBe(' ');
});
