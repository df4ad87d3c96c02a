/**
 * Takes units through an engine with all their spans: as tokens first, and where an answer isn't whole, in pieces
 * around the spans. In pieces nothing can be lost but the connection between the words on both sides.
 */
import { setImmediate as others } from 'node:timers/promises';
import type { TokenForm } from '../../engines/engine.ts';
import { withOuterBlanksOf } from '../../lib/outer-blanks.ts';
import { packHtml } from './html-carrier.ts';
import { isSpan, type Part } from './layout.ts';
import { settleBlanks } from './settle-blanks.ts';
import { settleCase } from './settle-case.ts';
import { type Packed, packTokens } from './tokens.ts';
import { hasWords, isWhole } from './verify.ts';

export interface Attempt {
  readonly parts: readonly Part[];
  /** False where the engine gave nothing back for some words; these are as they were. */
  readonly isWhole: boolean;
}

/** How an engine gets spans: in its own mode for HTML, or as tokens. */
export type Carrier = 'html' | TokenForm;

/** One answer for each text, in order. */
export type Ask = (texts: readonly string[], markup?: 'html') => Promise<readonly string[]>;

export async function translateSpans(
  units: readonly (readonly Part[])[],
  carrier: Carrier,
  ask: Ask,
): Promise<Attempt[]> {
  const [plain, spanned] = await Promise.all([
    translatePlain(units, ask),
    translateCarried(units, carrier, ask),
  ]);
  const attempts = units.map((_, i) => plain.get(i) ?? spanned.get(i));
  const failed = [...attempts.keys()].filter((i) => attempts[i] === undefined);
  if (failed.length === 0) return attempts as Attempt[];
  const again = await translateAround(
    failed.map((i) => units[i] ?? []),
    ask,
  );
  for (const [position, index] of failed.entries()) attempts[index] = again[position];
  return attempts as Attempt[];
}

/** A text without spans goes to the engine, and comes back, as it is. */
async function translatePlain(units: readonly (readonly Part[])[], ask: Ask): Promise<Map<number, Attempt>> {
  const indexes = [...units.keys()].filter((i) => !units[i]?.some(isSpan));
  if (indexes.length === 0) return new Map();
  const answers = await ask(indexes.map((i) => units[i]?.join('') ?? ''));
  return new Map(
    indexes.map((index, position) => [index, { parts: [answers[position] ?? ''], isWhole: true }]),
  );
}

/** Some ten milliseconds of work for each step: others have their turn in between. */
const manyParts = 5_000;

/** What came back whole. */
async function translateCarried(
  units: readonly (readonly Part[])[],
  carrier: Carrier,
  ask: Ask,
): Promise<Map<number, Attempt>> {
  const packed = [...units.entries()].flatMap(([index, source]) => {
    const each = source.some(isSpan) ? pack(source, carrier) : undefined;
    return each === undefined ? [] : [{ index, source, ...each }];
  });
  if (packed.length === 0) return new Map();
  const answers = await ask(
    packed.map(({ text }) => text),
    carrier === 'html' ? 'html' : undefined,
  );
  const attempts = new Map<number, Attempt>();
  for (const [position, { index, source, unpack }] of packed.entries()) {
    if (source.length > manyParts) await others();
    const translated = unpack(answers[position] ?? '');
    if (translated === undefined || !isWhole(source, translated)) continue;
    if (source.length > manyParts) await others();
    const settled = settleBlanks(source, translated);
    attempts.set(index, {
      parts: carrier === 'symbols' ? settleCase(source, settled) : settled,
      isWhole: true,
    });
  }
  return attempts;
}

function pack(parts: readonly Part[], carrier: Carrier): Packed | undefined {
  return carrier === 'html' ? packHtml(parts) : packTokens(parts, carrier);
}

async function translateAround(units: readonly (readonly Part[])[], ask: Ask): Promise<Attempt[]> {
  const pieces = units.flat().filter(isPiece);
  const answers = (await ask(pieces)).values();
  return units.map((parts) => {
    let isComplete = true;
    const translated = parts.map((part) => {
      if (!isPiece(part)) return part;
      const answer = answers.next().value ?? '';
      if (answer.trim() !== '') return withOuterBlanksOf(part, answer);
      isComplete = false;
      return part;
    });
    return { parts: translated, isWhole: isComplete };
  });
}

function isPiece(part: Part): part is string {
  return !isSpan(part) && hasWords([part]);
}
