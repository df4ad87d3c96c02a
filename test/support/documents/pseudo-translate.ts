/**
 * Translates without an engine, and yet as the service does it: what is taken apart by `tag_handling` and put together
 * again is the same, and every word is changed in a way that a test can predict.
 */
import fc from 'fast-check';
import type { DocumentFormat, UnitMarkup } from '../../../src/documents/formats/format.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { compose, isSpan, type Part } from '../../../src/translate/protection/layout.ts';

/** Letters of Latin become the next ones: `Zebra` is `Afcsb`. Entities and tags are left alone by who calls it. */
export function shiftLetters(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + 1) % 26));
  });
}

/** What `change` makes of the words of each unit. */
export async function pseudoTranslate(
  units: readonly string[],
  markup: UnitMarkup,
  change: (parts: readonly Part[]) => readonly Part[] = shiftParts,
): Promise<string[]> {
  const options = markup === 'none' ? {} : { markup: { format: markup, outlineDetection: false } };
  return Promise.all(
    units.map(async (unit) => {
      const prepared = await prepareTexts([unit], { ...options, placeholders: 'none' });
      if (!prepared.ok) throw new Error(prepared.problem.detail);
      const [text] = prepared.texts;
      return text === undefined ? '' : compose(text.layout, ({ parts }) => change(parts));
    }),
  );
}

function shiftParts(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => (isSpan(part) ? part : shiftLetters(part)));
}

/** A file that is translated into itself: the key promise of every format. */
export function translateToItself(format: DocumentFormat, file: Uint8Array, target = 'de'): Uint8Array {
  const document = format.open(file);
  return document.assemble(
    document.units.map(({ text }) => text),
    target,
  );
}

/** Texts that are made of the given pieces, in any order and number. */
export function textsOf(pieces: readonly string[], maxLength = 40): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength })
    .map((found) => found.join('').toWellFormed().replaceAll('\0', ''));
}
