/** What is known of the texts of a call before anybody is asked: what is translated of each, and what it costs. */
import { setImmediate as others } from 'node:timers/promises';
import { countCodePoints } from '../lib/code-points.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { isSpan, type Layout, type Part, wordsOf } from './protection/layout.ts';
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
export async function prepareTexts(texts: readonly string[], options: TextOptions): Promise<PreparedTexts> {
  return options.markup === undefined
    ? preparePlainTexts(texts, options)
    : prepareMarkup(texts, options, options.markup);
}

function preparePlainTexts(texts: readonly string[], options: TextOptions): PreparedTexts {
  const counts = texts.map(countCodePoints);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > maxCharactersPerCall) return { ok: false, problem: tooLarge(`${total}`) };
  const markWords = wordMarker(options);
  const prepared = texts.map((source, i): PreparedText => {
    const whole = source === '' ? [] : [{ parts: markWords([source]) }];
    const layout = splitUnits(whole, options.sentenceEnds);
    const isPlain = !whole.some(({ parts }) => parts.some(isSpan));
    return { source, layout, words: isPlain ? source : wordsOf(layout), characters: counts[i] ?? 0 };
  });
  return { ok: true, texts: prepared };
}

/** Tokens that are taken apart in one go; with more, others have their turn between two steps. */
const manyTokens = 1_000;

async function prepareMarkup(
  texts: readonly string[],
  options: TextOptions,
  markup: MarkupOptions,
): Promise<PreparedTexts> {
  const markWords = wordMarker(options);
  const prepared: PreparedText[] = [];
  let room = maxMarkup;
  let characters = maxCharactersPerCall;
  let sinceOthers = 0;
  for (const source of texts) {
    const tokenized = tokenizeMarkup(source, markup.format, room);
    if (!tokenized.ok) return { ok: false, problem: tooMuchMarkup };
    sinceOthers += tokenized.size;
    if (sinceOthers > manyTokens) {
      await others();
      sinceOthers = 0;
    }
    const laidOut = layOutMarkup(source, tokenized.tokens, markup, markWords, characters);
    if (laidOut === undefined) return { ok: false, problem: tooLarge(`more than ${maxCharactersPerCall}`) };
    room -= tokenized.size;
    characters -= laidOut.characters;
    const layout = splitUnits(laidOut.layout, options.sentenceEnds);
    prepared.push({ source, layout, words: wordsOf(layout), characters: laidOut.characters });
  }
  return { ok: true, texts: prepared };
}

function wordMarker({ placeholders = 'auto' }: TextOptions): (parts: readonly Part[]) => readonly Part[] {
  return placeholders === 'none' ? (parts) => parts : markPlaceholders;
}

function splitUnits(layout: Layout, ends: SentenceEnds | undefined): Layout {
  if (ends === undefined) return layout;
  return layout.flatMap((piece) => (typeof piece === 'string' ? [piece] : splitSentences(piece, ends)));
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
