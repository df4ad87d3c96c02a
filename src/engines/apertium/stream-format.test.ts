import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { decodeAnswer, encodeQuestion } from './stream-format.ts';

test('a pipeline that changes nothing gives back any text, with its number', () => {
  const anyText = fc.string({
    unit: fc.oneof(anyCharacter, fc.constantFrom(...'[]{}^$/\\@<>~. x\ufffe\uffff01😀')),
  });
  fc.assert(
    fc.property(anyText, fc.nat(), (text, number) => {
      fc.pre(!text.includes('\0'));
      const question = encodeQuestion(text, number);
      expect(question.endsWith('\0')).toBe(true);
      expect(decodeAnswer(question.slice(0, -1))).toEqual({ number, text });
    }),
  );
});

test('words that no dictionary holds travel around the engine', () => {
  expect(encodeQuestion(`see ${'x'.repeat(300)} here`, 7)).toBe(`see [${'x'.repeat(300)}] here[].[][7]\0`);
  const compound = 'skolkol'.repeat(7);
  expect(encodeQuestion(`en ${compound}, ja`, 7)).toBe(`en [${compound}], ja[].[][7]\0`);
  const hyphened = 'skol\u00ad'.repeat(12);
  expect(encodeQuestion(hyphened, 7)).toBe(`[${hyphened}][].[][7]\0`);
  // About the longest real word.
  const real = 'speciallægepraksisplanlægningsstabilisering';
  expect(encodeQuestion(real, 7)).toBe(`${real}[].[][7]\0`);
  expect(encodeQuestion('~5', 8)).toBe('[~]5[].[][8]\0');
});

test('characters that a stage would trip over travel around the engine', () => {
  expect(encodeQuestion('hi👩‍🚀 you', 9)).toBe('hi[👩‍🚀] you[].[][9]\0');
  expect(encodeQuestion('a\uffffb\ufffe', 10)).toBe('a[\ufffe1]b[\ufffe0][].[][10]\0');
});

test('the dot of the question is taken away again, wherever the rules left it', () => {
  expect(decodeAnswer('Señor[].[][1]')).toEqual({ number: 1, text: 'Señor' });
  expect(decodeAnswer("Qu'un\n[].[][2]")).toEqual({ number: 2, text: "Qu'un\n" });
  expect(decodeAnswer('etc.del .  [][~][][3]')).toEqual({ number: 3, text: 'etc.del   ~' });
});

test('an answer without its number is none', () => {
  expect(decodeAnswer('La casa es grande.')).toBeUndefined();
  expect(decodeAnswer('La casa es grande.[][')).toBeUndefined();
});
