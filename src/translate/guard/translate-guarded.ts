/**
 * Translates units with one engine and checks every answer. An answer that cannot be a translation is retried
 * once, in smaller pieces; if that fails too, it counts as empty and the source text is kept. This is a
 * failure for this text only: another route may succeed, and one odd text must not open a circuit breaker.
 */

import { translateInPieces } from '../../engines/translate-in-pieces.ts';
import type { Pace } from '../../lib/event-loop-turns.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { hasWords, type Part } from '../protection/layout.ts';
import {
  type Ask,
  type Attempt,
  type Carrier,
  type TermsShown,
  translateSpans,
} from '../protection/translate-spans.ts';
import { faultOf, isTooShort } from './translation-plausibility.ts';

export async function translateGuarded(
  units: readonly (readonly Part[])[],
  carrier: Carrier,
  pair: LanguagePair,
  ask: Ask,
  pace: Pace,
  shown?: TermsShown,
): Promise<Attempt[]> {
  const askOnce: Ask = (texts, details) =>
    askGuarded(
      texts,
      (some, again) => ask(some, again ? { ...details, ...again } : details),
      new Judge(pair, details?.markup),
      pace,
    );
  const attempts = await translateSpans(units, carrier, askOnce, pace, shown);
  const checked: Attempt[] = [];
  for (const [i, attempt] of attempts.entries()) {
    if (pace.isOver) await pace.next();
    const unit = units[i] ?? [];
    const isLost = attempt.parts.length <= 1 && !hasWords(attempt.parts) && hasWords(unit);
    checked.push(isLost ? { parts: unit, isWhole: false } : attempt);
  }
  return checked;
}

/** Tags are not words. */
const tag = /<[^>]*>/g;

class Judge {
  readonly pair: LanguagePair;
  readonly markup: 'html' | undefined;

  constructor(pair: LanguagePair, markup: 'html' | undefined) {
    this.pair = pair;
    this.markup = markup;
  }

  hasFault(text: string, answer: string): boolean {
    return faultOf(this.#words(text), this.#words(answer), this.pair) !== undefined;
  }

  /** Whether to retry: the answer has a fault or is far too short. */
  needsRetry(text: string, answer: string): boolean {
    const [asked, given] = [this.#words(text), this.#words(answer)];
    return faultOf(asked, given, this.pair) !== undefined || isTooShort(asked, given);
  }

  /** As readers see it: a tag that the engine wrote as text is one of its own. */
  #words(text: string): string {
    if (this.markup === undefined) return text;
    return text.replaceAll(tag, ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  }
}

/** Each retry is scheduled on its own, without a pause between them: thousands at once would hold the main thread up. */
const retriesAtOnce = 50;

/** Returns an empty answer for a text that the engine cannot translate. */
async function askGuarded(
  texts: readonly string[],
  ask: Ask,
  judge: Judge,
  pace: Pace,
): Promise<readonly string[]> {
  const answers = await ask(texts);
  const bad = await findBad(texts, answers, judge, pace);
  if (bad.length === 0) return answers;
  const again: (string | undefined)[] = [];
  for (let from = 0; from < bad.length; from += retriesAtOnce) {
    if (pace.isOver) await pace.next();
    const some = bad.slice(from, from + retriesAtOnce);
    again.push(...(await Promise.all(some.map((i) => askInPieces(texts[i] ?? '', ask, judge, pace)))));
  }
  const guarded = [...answers];
  for (const [position, i] of bad.entries()) {
    if (pace.isOver) await pace.next();
    const first = answers[i] ?? '';
    guarded[i] = again[position] ?? (judge.hasFault(texts[i] ?? '', first) ? '' : first);
  }
  return guarded;
}

async function findBad(
  texts: readonly string[],
  answers: readonly string[],
  judge: Judge,
  pace: Pace,
): Promise<readonly number[]> {
  const bad: number[] = [];
  for (const [i, text] of texts.entries()) {
    if (pace.isOver) await pace.next();
    if (judge.needsRetry(text, answers[i] ?? '')) bad.push(i);
  }
  return bad;
}

/** A text up to this length is not split, only retried alone. */
const minPieceLength = 60;

async function askInPieces(text: string, ask: Ask, judge: Judge, pace: Pace): Promise<string | undefined> {
  // A text with tags is not split, because a cut could break a tag.
  const length =
    judge.markup === undefined ? Math.max(minPieceLength, Math.ceil(text.length / 3)) : text.length;
  let isGood = true;
  const [answer = ''] = await translateInPieces(
    [text],
    async (pieces) => {
      const answers = await ask(pieces, { isPiece: true });
      for (const [i, piece] of pieces.entries()) {
        if (pace.isOver) await pace.next();
        isGood &&= !judge.hasFault(piece, answers[i] ?? '');
      }
      return [...answers];
    },
    length,
    judge.pair,
  );
  if (pace.isOver) await pace.next();
  return isGood && !judge.needsRetry(text, answer) ? answer : undefined;
}
