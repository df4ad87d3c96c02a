/** Sentences of real text: the development lines of FLORES, two by two. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { piecesForWasm } from '../../src/engines/bergamot/wasm-texts.ts';
import { translateInPieces } from '../../src/engines/translate-in-pieces.ts';
import { separatesSentences } from '../../src/lib/sentences.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';

/** Some lines are headings, or end with what a spreadsheet left. */
const endsLikeSentence = /[.!?。！？؟][”’」』)）"]*$/;

function linesOf(language: string): string[] {
  const lines = readFileSync(join(dataFolder, 'flores-dev', `${language}.txt`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => line.trim()).filter((line) => endsLikeSentence.test(line));
}

const cut = (text: string, source: string) =>
  piecesForWasm(text, { source, target: 'en', isHtml: false, maxPieceLength: 10_000 });

describe.skipIf(!hasTestData)('lines of FLORES', () => {
  test.each(['ja', 'zh', 'ko', 'ar'])('%s: two lines in a row have the sentences of both', (language) => {
    const lines = linesOf(language);
    expect(lines.length).toBeGreaterThan(150);
    const separator = separatesSentences(language) ? ' ' : '';
    const isRight = (line: string, i: number) => {
      const next = lines[i + 1] ?? '';
      const both = cut(line + separator + next, language).map((sentence) => sentence.trim());
      const each = [...cut(line, language), ...cut(next, language)].map((sentence) => sentence.trim());
      return JSON.stringify(both) === JSON.stringify(each);
    };
    const right = lines.slice(0, -1).filter(isRight).length;
    expect(right / (lines.length - 1)).toBeGreaterThanOrEqual(0.99);
  });

  test.each(['ja', 'zh'])(
    '%s: no blanks between translated sentences, and one where English needs it',
    async (language) => {
      const [english, other] = [linesOf('en').slice(0, 100), linesOf(language)];
      const answers = other.values();
      const translate = async (pieces: string[]) => pieces.map(() => answers.next().value ?? '');
      const languages = { source: 'en', target: language };
      const [translated = ''] = await translateInPieces([english.join(' ')], translate, 200, languages);
      expect(translated).not.toMatch(/[。！？][”」』]*\s/);
      const back = { source: language, target: 'en' };
      const englishAnswers = async (pieces: string[]) => pieces.map((_, i) => english[i] ?? '');
      const [english2 = ''] = await translateInPieces(
        [other.slice(0, 50).join('')],
        englishAnswers,
        200,
        back,
      );
      for (const sentence of english.slice(0, 10)) expect(english2).toContain(`${sentence} `);
    },
  );
});
