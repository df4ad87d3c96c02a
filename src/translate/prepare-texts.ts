/** What is known of the texts of a call before anybody is asked: what is translated of each, and what it costs. */
import { countCodePoints } from '../lib/code-points.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { inTurns, mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { isSpan, type Layout, type Part, type Unit, wordsOf } from './protection/layout.ts';
import { markPlaceholders } from './protection/mark-placeholders.ts';
import { layOutMarkup } from './protection/markup/lay-out-markup.ts';
import type { MarkupOptions } from './protection/markup/markup-options.ts';
import { tokenizeMarkup } from './protection/markup/tokenize-markup.ts';
import { type SentenceEnds, splitSentences } from './protection/split-sentences.ts';

const { maxCharactersPerCall } = requestLimits;

export interface PreparedText {
  readonly source: string;
  readonly layout: Layout;
  /** What tells its language. */
  readonly words: string;
  readonly characters: number;
}

/** What decides how a text is taken apart. */
export interface TextOptions {
  /** Whether placeholders are looked for; they are if it isn't said. */
  readonly placeholders?: 'auto' | 'none' | undefined;
  /** Of texts that have markup. */
  readonly markup?: MarkupOptions | undefined;
  /** Whether sentences are cut before the engine sees them, and where; otherwise that is left to the engine. */
  readonly sentenceEnds?: SentenceEnds | undefined;
}

/**
 * Tags, attributes, entities and comments of a call: one for every ten characters of the longest call, and yet taken
 * apart before anybody else has to wait.
 */
const maxMarkup = 10_000;

export type PreparedTexts = { ok: true; texts: readonly PreparedText[] } | { ok: false; problem: Problem };

/** Counts before it looks any closer: what is too large costs no more than that. */
export async function prepareTexts(
  texts: readonly string[],
  options: TextOptions,
  pace: Pace = mainThread.paceFor(''),
): Promise<PreparedTexts> {
  return options.markup === undefined
    ? preparePlainTexts(texts, options, pace)
    : prepareMarkup(texts, options, options.markup, pace);
}

/** What texts without markup cost: known without taking them apart. */
export function countPlainTexts(texts: readonly string[]): CountedTexts {
  const counts = texts.map(countCodePoints);
  const characters = counts.reduce((sum, count) => sum + count, 0);
  if (characters > maxCharactersPerCall) return { ok: false, problem: tooLarge(`${characters}`) };
  return { ok: true, counts, characters };
}

type CountedTexts =
  | { ok: true; counts: readonly number[]; characters: number }
  | { ok: false; problem: Problem };

async function preparePlainTexts(
  texts: readonly string[],
  options: TextOptions,
  pace: Pace,
): Promise<PreparedTexts> {
  const counted = countPlainTexts(texts);
  if (!counted.ok) return counted;
  const markWords = wordMarker(options);
  const prepared: PreparedText[] = [];
  for (const [i, source] of texts.entries()) {
    if (pace.isOver) await pace.next();
    const whole = source === '' ? [] : [{ parts: markWords([source]) }];
    const layout = await splitUnits(whole, options.sentenceEnds, pace);
    const isPlain = !whole.some(({ parts }) => parts.some(isSpan));
    const words = isPlain ? source : wordsOf(layout);
    prepared.push({ source, layout, words, characters: counted.counts[i] ?? 0 });
  }
  return { ok: true, texts: prepared };
}

async function prepareMarkup(
  texts: readonly string[],
  options: TextOptions,
  markup: MarkupOptions,
  pace: Pace,
): Promise<PreparedTexts> {
  const markWords = wordMarker(options);
  const prepared: PreparedText[] = [];
  let room = maxMarkup;
  let characters = maxCharactersPerCall;
  for (const source of texts) {
    const tokenized = await inTurns(tokenizeMarkup(source, markup.format, room), pace);
    if (!tokenized.ok) return { ok: false, problem: tooMuchMarkup };
    const laidOut = await inTurns(
      layOutMarkup(source, tokenized.tokens, markup, markWords, characters),
      pace,
    );
    if (laidOut === undefined) return { ok: false, problem: tooLarge(`more than ${maxCharactersPerCall}`) };
    room -= tokenized.size;
    characters -= laidOut.characters;
    const layout = await splitUnits(laidOut.layout, options.sentenceEnds, pace);
    prepared.push({ source, layout, words: wordsOf(layout), characters: laidOut.characters });
  }
  return { ok: true, texts: prepared };
}

function wordMarker({ placeholders = 'auto' }: TextOptions): (parts: readonly Part[]) => readonly Part[] {
  return placeholders === 'none' ? (parts) => parts : markPlaceholders;
}

async function splitUnits(layout: Layout, ends: SentenceEnds | undefined, pace: Pace): Promise<Layout> {
  if (ends === undefined) return layout;
  const pieces: (string | Unit)[] = [];
  for (const piece of layout) {
    if (typeof piece === 'string') pieces.push(piece);
    else for (const sentence of await inTurns(splitSentences(piece, ends), pace)) pieces.push(sentence);
  }
  return pieces;
}

function tooLarge(count: string): Problem {
  return problem(
    'payload_too_large',
    `The texts have ${count} characters together; a call may have ${maxCharactersPerCall}. Send several calls.`,
  );
}

const tooMuchMarkup = problem(
  'payload_too_large',
  `The texts have more than ${maxMarkup} tags, attributes and entities together. Send several calls.`,
);
