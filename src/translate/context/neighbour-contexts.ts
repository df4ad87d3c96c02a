/**
 * Writes the context of each unit of a passage from its neighbours. Units that may share a request to the engine form a
 * section and share one context, because the texts of a request share its options.
 */
import { createHash } from 'node:crypto';
import type { Engine } from '../../engines/engine.ts';
import { countCodePoints } from '../../lib/code-points.ts';
import { inTurns, type Pace, type Steps } from '../../lib/event-loop-turns.ts';
import type { Unit } from '../protection/layout.ts';
import type { Passage } from './passages.ts';

/**
 * The most characters of neighbours on each side. The nearest words help most, and the prompt of a small model has to
 * stay short.
 */
const maxSideCharacters = 1_000;

/** Stands for the section between its neighbours. */
const place = '[…]';

export interface NeighbourContext {
  readonly context: string;
  /**
   * For the cache and for batches: differs if the context differs, or another text of the section, which the model
   * sees too.
   */
  readonly key: string;
}

/** The part of an engine that decides about contexts. */
export type ContextSettings = Pick<Engine, 'contextSegments'> & {
  readonly capacity: Pick<Engine['capacity'], 'textsPerBatch' | 'charactersPerBatch'>;
};

/** Units without neighbours have no entry. */
export function* neighbourContexts(
  passages: readonly Passage[],
  engine: ContextSettings,
): Steps<Map<Unit, NeighbourContext>> {
  const contexts = new Map<Unit, NeighbourContext>();
  for (const passage of passages) {
    for (const { from, to } of sectionsOf(passage, engine)) {
      yield;
      const context = contextOf(passage, from, to, engine.contextSegments ?? 0);
      if (context === undefined) continue;
      for (const unit of passage.units.slice(from, to)) contexts.set(unit, context);
    }
  }
  return contexts;
}

/** The characters of all contexts, for the engine that gets the most of them. */
export async function countNeighbours(
  passages: readonly Passage[] | undefined,
  legs: readonly { readonly engine: Engine }[],
  pace: Pace,
): Promise<number> {
  let most = 0;
  if (passages === undefined || passages.length === 0) return most;
  for (const engine of new Set(legs.map((leg) => leg.engine))) {
    let characters = 0;
    for (const { context } of (await inTurns(neighbourContexts(passages, engine), pace)).values()) {
      if (pace.isOver) await pace.next();
      characters += countCodePoints(context);
    }
    most = Math.max(most, characters);
  }
  return most;
}

/** `to` is exclusive. */
interface Section {
  readonly from: number;
  readonly to: number;
}

/** As many units as fit into one request, together with their context. */
function* sectionsOf({ segments }: Passage, { capacity }: ContextSettings): Generator<Section> {
  const room = capacity.charactersPerBatch - 2 * maxSideCharacters;
  let [from, length] = [0, 0];
  for (const [i, segment] of segments.entries()) {
    const isFull = i - from === capacity.textsPerBatch || length + segment.length > room;
    if (i > from && isFull) {
      yield { from, to: i };
      [from, length] = [i, 0];
    }
    length += segment.length;
  }
  if (from < segments.length) yield { from, to: segments.length };
}

function contextOf(
  { segments, before, after }: Passage,
  from: number,
  to: number,
  count: number,
): NeighbourContext | undefined {
  const previous = [...before, ...segments.slice(Math.max(0, from - count), from)].slice(-count);
  const next = [...segments.slice(to, to + count), ...after].slice(0, count);
  const lines = [
    ...nearest(previous.toReversed(), lastWords).toReversed(),
    place,
    ...nearest(next, firstWords),
  ];
  if (lines.length === 1) return undefined;
  const context = lines.join('\n');
  const siblings = to - from > 1 ? segments.slice(from, to) : [];
  const key = createHash('sha256')
    .update(JSON.stringify([context, ...siblings]))
    .digest('base64url');
  return { context, key };
}

/** Takes the segments in order of their distance, and of the first one without room as many words as fit. */
function nearest(segments: readonly string[], shorten: (segment: string, room: number) => string): string[] {
  const taken: string[] = [];
  let room = maxSideCharacters;
  for (const segment of segments) {
    if (segment.length > room) {
      const words = shorten(segment, room);
      return words === '' ? taken : [...taken, words];
    }
    taken.push(segment);
    room -= segment.length;
  }
  return taken;
}

/** A space this close to a cut is used to cut between words. Some languages have no spaces. */
const maxWordLength = 40;

function firstWords(segment: string, room: number): string {
  const cut = segment.slice(0, room);
  const space = cut.lastIndexOf(' ');
  const words = space >= room - maxWordLength ? cut.slice(0, space) : cut;
  return withoutHalfCharacters(words).trim();
}

function lastWords(segment: string, room: number): string {
  const cut = segment.slice(segment.length - room);
  const space = cut.indexOf(' ');
  const words = space !== -1 && space < maxWordLength ? cut.slice(space) : cut;
  return withoutHalfCharacters(words).trim();
}

/** A cut can leave one half of a surrogate pair. */
function withoutHalfCharacters(words: string): string {
  return words.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
