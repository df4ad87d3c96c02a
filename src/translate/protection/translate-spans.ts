/**
 * Translates units and keeps all their spans. Spans are first sent as tokens or HTML; if an answer is not
 * whole, the pieces between the spans are translated separately, which loses only the context across a span.
 */
import type { TokenForm } from '../../engines/engine.ts';
import { mainThread, type Pace } from '../../lib/event-loop-turns.ts';
import { withOuterWhitespaceOf } from '../../lib/outer-whitespace.ts';
import { packHtml } from './html-carrier.ts';
import { hasWords, isSpan, type Part, type Span } from './layout.ts';
import { restoreCase } from './restore-case.ts';
import { restoreWhitespace } from './restore-whitespace.ts';
import { type Packed, packTokens } from './tokens.ts';
import { keepsSpans } from './verify-spans.ts';

export interface Attempt {
  readonly parts: readonly Part[];
  /** False if the engine returned nothing for some words, which are left untranslated. */
  readonly isWhole: boolean;
}

/** How spans are sent to an engine: in its HTML mode, or as tokens. */
export type Carrier = 'html' | TokenForm;

/** Returns one answer per text, in order. */
export type Ask = (texts: readonly string[], details?: AskDetails) => Promise<readonly string[]>;

export interface AskDetails {
  readonly markup?: 'html' | undefined;
  /**
   * The texts are parts of a text that was already sent, or that cannot be sent whole. They are sent without
   * the context of the call, which is counted once per whole text: parts could send it any number of times.
   */
  readonly isPiece?: boolean | undefined;
  /** The index of the unit of each text. Undefined for pieces. */
  readonly units?: readonly number[] | undefined;
}

/** The glossary terms of a unit that the engine is told about, for the carrier `html`. */
export type TermsShown = (unit: number) => ReadonlySet<Span> | undefined;

export async function translateSpans(
  units: readonly (readonly Part[])[],
  carrier: Carrier,
  ask: Ask,
  pace: Pace = mainThread.paceFor(''),
  shown: TermsShown = () => undefined,
): Promise<Attempt[]> {
  const [plain, spanned] = await Promise.all([
    translatePlain(units, ask),
    translateCarried(units, carrier, ask, pace, shown),
  ]);
  const attempts = units.map((_, i) => plain.get(i) ?? spanned.get(i));
  const failed = [...attempts.keys()].filter((i) => attempts[i] === undefined);
  if (failed.length === 0) return attempts as Attempt[];
  const again = await translateAround(
    failed.map((i) => units[i] ?? []),
    ask,
    pace,
  );
  for (const [position, index] of failed.entries()) attempts[index] = again[position];
  return attempts as Attempt[];
}

/** Translates the units without spans. */
async function translatePlain(units: readonly (readonly Part[])[], ask: Ask): Promise<Map<number, Attempt>> {
  const indexes = [...units.keys()].filter((i) => !units[i]?.some(isSpan));
  if (indexes.length === 0) return new Map();
  const texts = indexes.map((i) => units[i]?.join('') ?? '');
  const answers = await ask(texts, { units: indexes });
  return new Map(
    indexes.map((index, position) => [index, { parts: [answers[position] ?? ''], isWhole: true }]),
  );
}

/** Returns only the units whose answer is whole. */
async function translateCarried(
  units: readonly (readonly Part[])[],
  carrier: Carrier,
  ask: Ask,
  pace: Pace,
  shown: TermsShown,
): Promise<Map<number, Attempt>> {
  const packed: (Packed & { readonly index: number; readonly source: readonly Part[] })[] = [];
  for (const [index, source] of units.entries()) {
    if (pace.isOver) await pace.next();
    const packedUnit = source.some(isSpan) ? pack(source, carrier, shown(index)) : undefined;
    if (packedUnit !== undefined) packed.push({ index, source, ...packedUnit });
  }
  if (packed.length === 0) return new Map();
  const answers = await ask(
    packed.map(({ text }) => text),
    { units: packed.map(({ index }) => index), ...(carrier === 'html' && { markup: carrier }) },
  );
  const attempts = new Map<number, Attempt>();
  for (const [position, { index, source, unpack }] of packed.entries()) {
    if (pace.isOver) await pace.next();
    const translated = unpack(answers[position] ?? '');
    if (translated === undefined || !keepsSpans(source, translated)) continue;
    if (pace.isOver) await pace.next();
    const restored = restoreWhitespace(source, translated);
    attempts.set(index, {
      parts: carrier === 'symbols' ? restoreCase(source, restored) : restored,
      isWhole: true,
    });
  }
  return attempts;
}

function pack(
  parts: readonly Part[],
  carrier: Carrier,
  shown: ReadonlySet<Span> | undefined,
): Packed | undefined {
  return carrier === 'html' ? packHtml(parts, shown) : packTokens(parts, carrier);
}

async function translateAround(
  units: readonly (readonly Part[])[],
  ask: Ask,
  pace: Pace,
): Promise<Attempt[]> {
  const pieces = units.flat().filter(isPiece);
  const answers = (await ask(pieces, { isPiece: true })).values();
  const attempts: Attempt[] = [];
  for (const parts of units) {
    let isComplete = true;
    const translated: Part[] = [];
    for (const part of parts) {
      if (translated.length % partsPerStep === 0 && pace.isOver) await pace.next();
      const answer = isPiece(part) ? (answers.next().value ?? '') : undefined;
      const isMissing = answer !== undefined && answer.trim() === '';
      if (isMissing) isComplete = false;
      translated.push(answer === undefined || isMissing ? part : withOuterWhitespaceOf(String(part), answer));
    }
    attempts.push({ parts: translated, isWhole: isComplete });
  }
  return attempts;
}

/** Parts between two checks of the pace. */
const partsPerStep = 256;

function isPiece(part: Part): part is string {
  return !isSpan(part) && hasWords([part]);
}
