import { expect, test } from 'vitest';
import { scriptOfWords, scriptsOfLanguage } from './scripts.ts';

test.each([
  ['Hello', 'Latn'],
  ['Xin chào thế giới', 'Latn'],
  ['Привет', 'Cyrl'],
  ['iPhone купить', 'Cyrl'],
  ['カメラ', 'Kana'],
  ['東京', 'Hani'],
  ['안녕', 'Hang'],
  ['မင်္ဂလာ', 'Mymr'],
])('%s is written in %s', (words, script) => expect(scriptOfWords(words)).toBe(script));

test.each([
  ['en', ['Latn']],
  ['sr', ['Cyrl', 'Latn']],
  ['zh', ['Hani']],
  ['ja', ['Kana', 'Hira', 'Hani']],
  ['ko', ['Hang', 'Hani']],
  ['no', ['Latn']],
])('%s writes %j', (language, scripts) => expect(scriptsOfLanguage(language)).toEqual(scripts));
