/**
 * Prepares the texts of a call before an engine is used: which parts are translated, and what each text
 * costs.
 */
import { countCodePoints } from '../lib/code-points.ts';
import { inTurns, mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { canonicalLanguageTag } from '../lib/language-tag.ts';
import type { Refusal } from '../lib/outcome.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { tokenizeMarkup } from '../markup/scan-markup.ts';
import { isSpan, type Layout, type Part, type Unit, wordsOf } from './protection/layout.ts';
import { markPlaceholders } from './protection/mark-placeholders.ts';
import { layOutMarkup } from './protection/markup/lay-out-markup.ts';
import type { MarkupOptions } from './protection/markup/markup-options.ts';
import { type SentenceEnds, splitSentences, type UnitLengths } from './protection/split-sentences.ts';
import * as refusals from './refusals.ts';

const { maxCharactersPerCall } = requestLimits;

export interface PreparedText {
  readonly source: string;
  readonly layout: Layout;
  /** The input for language detection. */
  readonly words: string;
  readonly characters: number;
}

export interface TextOptions {
  /** Whether placeholders are detected. Defaults to `auto`. */
  readonly placeholders?: 'auto' | 'none' | undefined;
  /** Set only for texts with markup. */
  readonly markup?: MarkupOptions | undefined;
  /**
   * Where texts are split into sentences before they reach the engine; if undefined, splitting is left to the
   * engine.
   */
  readonly sentenceEnds?: SentenceEnds | undefined;
  /** Whether a long plain text is split into parts of a few sentences, which are sent one after the other. */
  readonly inParts?: boolean | undefined;
  /** The language of the texts, if the call names it. */
  readonly sourceLang?: string | undefined;
}

/**
 * The limit of tags, attributes, entities and comments per call: one for every ten characters of the longest
 * call, and few enough to be parsed without delaying other calls.
 */
const maxMarkup = 10_000;

/**
 * Least lengths of the parts of a streamed text: the first is short, so that it appears soon; the others are
 * long enough for an engine to see a few sentences at once.
 */
const partLengths = { first: 100, others: 500 };

export type PreparedTexts = { ok: true; texts: readonly PreparedText[] } | Refusal;

/** Counts first, so that texts that are too large cost no further work. */
export async function prepareTexts(
  texts: readonly string[],
  options: TextOptions,
  pace: Pace = mainThread.paceFor(''),
): Promise<PreparedTexts> {
  return options.markup === undefined
    ? preparePlainTexts(texts, options, pace)
    : prepareMarkup(texts, options, options.markup, pace);
}

/** The cost of texts without markup, which is known without parsing them. */
export function countPlainTexts(texts: readonly string[]): CountedTexts {
  const counts = texts.map(countCodePoints);
  const characters = counts.reduce((sum, count) => sum + count, 0);
  if (characters > maxCharactersPerCall) return refusals.tooManyCharacters(`${characters}`);
  return { ok: true, counts, characters };
}

type CountedTexts = { ok: true; counts: readonly number[]; characters: number } | Refusal;

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
    const layout = await splitUnits(whole, options, pace, options.inParts ? partLengths : undefined);
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
    if (!tokenized.ok) return refusals.tooMuchMarkup(maxMarkup);
    const laidOut = await inTurns(
      layOutMarkup(source, tokenized.tokens, markup, markWords, characters),
      pace,
    );
    if (laidOut === undefined) return refusals.tooManyCharacters(`more than ${maxCharactersPerCall}`);
    room -= tokenized.size;
    characters -= laidOut.characters;
    const layout = await splitUnits(laidOut.layout, options, pace);
    prepared.push({ source, layout, words: wordsOf(layout), characters: laidOut.characters });
  }
  return { ok: true, texts: prepared };
}

function wordMarker({ placeholders = 'auto' }: TextOptions): (parts: readonly Part[]) => readonly Part[] {
  return placeholders === 'none' ? (parts) => parts : markPlaceholders;
}

async function splitUnits(
  layout: Layout,
  { sentenceEnds, sourceLang }: TextOptions,
  pace: Pace,
  lengths?: UnitLengths,
): Promise<Layout> {
  const ends = sentenceEnds ?? (lengths && 'paragraphs');
  if (ends === undefined) return layout;
  const language = sourceLang ? canonicalLanguageTag(sourceLang) : undefined;
  const pieces: (string | Unit)[] = [];
  for (const piece of layout) {
    if (typeof piece === 'string') pieces.push(piece);
    else
      for (const sentence of await inTurns(
        splitSentences(piece, ends, language, sentenceEnds === undefined ? lengths : undefined),
        pace,
      ))
        pieces.push(sentence);
  }
  return pieces;
}
