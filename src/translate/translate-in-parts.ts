/**
 * Translates the texts of a call part by part, in order, so that each can be sent when it is ready. A few parts
 * are translated ahead of the one that is sent next; a reader that stops reading stops the engines.
 */

import { countCodePoints } from '../lib/code-points.ts';
import type { Pace } from '../lib/event-loop-turns.ts';
import type { FoundTerm } from './glossary/find-terms.ts';
import type { PreparedText } from './prepare-texts.ts';
import { compose, type Layout, type Unit } from './protection/layout.ts';
import type { Plan, TranslationRequest } from './routing/plan-call.ts';
import type { UnitTranslation } from './translate-along-routes.ts';
import { assemblePart, assembleText, type TranslateParts, translateUnits } from './translate-units.ts';
import type { TranslatedPart, Translation } from './translator.ts';

/** Enough to keep an engine busy while a part is recorded and sent. */
const partsAhead = 4;

export interface PartsToTranslate {
  readonly request: TranslationRequest;
  /** As they were prepared: what they cost. */
  readonly prepared: readonly PreparedText[];
  /** The same texts with their glossary terms. */
  readonly texts: readonly PreparedText[];
  readonly plan: Plan;
  readonly translateParts: TranslateParts;
  readonly pace: Pace;
}

interface Slice {
  readonly index: number;
  readonly isFirst: boolean;
  readonly layout: Layout;
  readonly before: Unit | undefined;
  readonly characters: number;
}

/** Adds the translation of each unit to `translated` before it yields the part. */
export async function* translateInParts(
  work: PartsToTranslate,
  translated: Map<Unit, UnitTranslation>,
): AsyncGenerator<TranslatedPart> {
  const slices = slicesOf(work);
  const ahead: { slice: Slice; units: Promise<ReadonlyMap<Unit, UnitTranslation>> }[] = [];
  for (;;) {
    while (ahead.length < partsAhead) {
      const { value: slice } = slices.next();
      if (slice === undefined) break;
      const units = translateSlice(work, slice);
      // The error is reported when it is this part's turn.
      units.catch(() => undefined);
      ahead.push({ slice, units });
    }
    const next = ahead.shift();
    if (next === undefined) return;
    for (const [unit, answer] of await next.units) translated.set(unit, answer);
    if (work.pace.isOver) await work.pace.next();
    yield assembleSlice(work, next.slice, translated);
  }
}

function translateSlice({ texts, plan, translateParts, pace }: PartsToTranslate, slice: Slice) {
  const text = texts[slice.index];
  if (text === undefined) throw new Error('a part belongs to no text');
  const { routesBySource, sources } = plan;
  const ofText = { ...plan, sources: [sources[slice.index] ?? ''], routesBySource };
  return translateUnits([{ ...text, layout: slice.layout }], ofText, translateParts, pace);
}

function assembleSlice(
  { request, texts, plan }: PartsToTranslate,
  { index, isFirst, layout, before, characters }: Slice,
  translated: ReadonlyMap<Unit, UnitTranslation>,
): TranslatedPart {
  const text = texts[index];
  const source = plan.sources[index] ?? '';
  const languages = { source, target: plan.target };
  const assembled =
    text !== undefined && text.layout === layout
      ? assembleText(text, translated, request, languages)
      : assemblePart(layout, before, translated, request, languages);
  return { index, isFirst, source, characters, ...assembled };
}

function* slicesOf(work: PartsToTranslate): Generator<Slice> {
  for (const [index, text] of work.texts.entries()) {
    const prepared = work.prepared[index] ?? text;
    const ends = work.request.inParts && !work.request.markup ? endsOfParts(text.layout) : [];
    if (ends.length < 2) {
      const { layout, characters } = { ...text, characters: prepared.characters };
      yield { index, isFirst: true, layout, before: undefined, characters };
      continue;
    }
    yield* slicesOfText(index, text, prepared, ends);
  }
}

/** Each slice ends with a unit, and the last one with the text. The last one costs what the others left. */
function* slicesOfText(
  index: number,
  { layout }: PreparedText,
  prepared: PreparedText,
  ends: readonly number[],
): Generator<Slice> {
  let from = 0;
  let left = prepared.characters;
  let before: Unit | undefined;
  for (const [i, end] of ends.entries()) {
    const isLast = i === ends.length - 1;
    const to = isLast ? layout.length : end;
    const source = compose(prepared.layout.slice(from, to), () => undefined);
    const characters = isLast ? left : Math.min(left, countCodePoints(source));
    yield { index, isFirst: i === 0, layout: layout.slice(from, to), before, characters };
    left -= characters;
    const last = layout[end - 1];
    before = typeof last === 'object' ? last : undefined;
    from = to;
  }
}

/** The positions after the units of a layout. */
function endsOfParts(layout: Layout): number[] {
  return layout.flatMap((piece, i) => (typeof piece === 'string' ? [] : [i + 1]));
}

/** The whole translations of parts that were all translated. */
export function joinParts(
  parts: readonly TranslatedPart[],
  terms: readonly (readonly FoundTerm[])[],
): Translation[] {
  return [...Map.groupBy(parts, ({ index }) => index)].map(([index, ofText]) => {
    const engines = new Set(ofText.map(({ engine }) => engine).filter((engine) => engine !== 'none'));
    return {
      text: ofText.map(({ text }) => text).join(''),
      source: ofText[0]?.source ?? '',
      engine: engines.size === 0 ? 'none' : [...engines].join('+'),
      characters: ofText.reduce((sum, { characters }) => sum + characters, 0),
      terms: terms[index] ?? [],
    };
  });
}
