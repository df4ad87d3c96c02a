/**
 * Translates the units of a document in chunks, through the same translator as calls. A chunk is retried for
 * a while if the engine is unavailable; any other refusal fails the document. No chunk is left out. Words for which no
 * engine has a usable translation stay as they were, with a warning.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Refusal } from '../../lib/outcome.ts';
import type { Logger } from '../../observability/logger.ts';
import { OverloadError } from '../../translate/overload-error.ts';
import type { TeamRights, Translation, TranslationRequest, Translator } from '../../translate/translator.ts';
import { type Warning, warn } from '../../translate/warnings.ts';
import type { DocumentUnit } from '../formats/format.ts';
import { engineUnavailable, sameLanguage } from '../refusals.ts';

/** Small compared with the limits of a call, so that calls of the same team get a turn between two chunks. */
const unitsPerChunk = 50;
const charactersPerChunk = 20_000;

/** Longer than the deadline of a call, because no client is waiting. */
const chunkDeadlineMs = 120_000;

const firstPauseMs = 500;
const longestPauseMs = 15_000;

export interface UnitWork {
  readonly translator: Translator;
  readonly rights: TeamRights;
  readonly usesCache: boolean;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** How long a chunk is retried while the engine is unavailable. */
  readonly patienceMs: number;
  readonly request: (texts: readonly string[], around: TextsAround) => TranslationRequest;
  /** Called after every chunk; rejects when this worker no longer owns the document. */
  readonly onProgress: (characters: number) => Promise<void>;
}

type TextsAround = NonNullable<TranslationRequest['around']>;

export type TranslatedUnits =
  | { ok: true; target: string; translations: readonly Translation[]; warnings: readonly Warning[] }
  | Refusal;

export async function translateUnits(
  units: readonly DocumentUnit[],
  work: UnitWork,
): Promise<TranslatedUnits> {
  const translations: Translation[] = [];
  const warnings = new Map<string, Warning>();
  let target = '';
  let characters = 0;
  for (const chunk of chunksOf(units)) {
    const translated = await translateWithRetries(
      chunk,
      aroundChunk(units, translations.length, chunk),
      work,
    );
    if (!translated.ok) return translated;
    target = translated.target;
    for (const warning of translated.warnings) warnings.set(warning.code, aboutDocument(warning));
    for (const [i, unit] of chunk.entries()) {
      const translation = translated.translations[i];
      if (translation === undefined) throw new Error('a unit of a document has no translation');
      // A unit costs what its format counted, which is what the hold covers.
      translations.push({ ...translation, characters: unit.characters });
      characters += unit.characters;
    }
    // All units have the language of the document, so one chunk decides for all. Without a word, it costs nothing anyway.
    if (warnings.has('source_equals_target') && characters > 0) return sameLanguage(target);
    await work.onProgress(characters);
  }
  warnings.delete('source_equals_target');
  return { ok: true, target, translations, warnings: [...warnings.values()] };
}

/** A chunk counts its own texts, which mean nothing to the caller. */
const warnedTexts: ReadonlySet<string> = new Set([
  'partly_translated',
  'looks_untranslated',
  'looks_incomplete',
]);

function aboutDocument(warning: Warning): Warning {
  return warnedTexts.has(warning.code) ? warn(warning.code, 'parts of the document') : warning;
}

export function* chunksOf(units: readonly DocumentUnit[]): Generator<readonly DocumentUnit[]> {
  let chunk: DocumentUnit[] = [];
  let length = 0;
  for (const unit of units) {
    const isFull = chunk.length === unitsPerChunk || length + unit.text.length > charactersPerChunk;
    if (isFull && chunk.length > 0) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push(unit);
    length += unit.text.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** The most neighbours that an engine uses on each side (`context_segments`). */
const maxNeighbours = 10;
/** Neighbours beyond this length do not fit into a context. */
const enoughCharacters = 4_000;

/** The neighbours of a chunk, so that a chunk border is not a border for the context. */
export function aroundChunk(
  units: readonly DocumentUnit[],
  start: number,
  { length }: readonly DocumentUnit[],
): TextsAround {
  const before = units.slice(Math.max(0, start - maxNeighbours), start).toReversed();
  const end = start + length;
  return { before: nearest(before).toReversed(), after: nearest(units.slice(end, end + maxNeighbours)) };
}

function nearest(units: readonly DocumentUnit[]): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const { text } of units) {
    if (length >= enoughCharacters) break;
    texts.push(text);
    length += text.length;
  }
  return texts;
}

async function translateWithRetries(
  chunk: readonly DocumentUnit[],
  around: TextsAround,
  work: UnitWork,
): Promise<TranslatedUnits> {
  const retryUntil = performance.now() + work.patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const outcome = await translateChunk(chunk, around, work);
    if (outcome !== 'unavailable') return outcome;
    if (performance.now() + pauseMs > retryUntil) return engineUnavailable;
    await delay(pauseMs, undefined, { signal: work.signal });
  }
}

async function translateChunk(
  chunk: readonly DocumentUnit[],
  around: TextsAround,
  { translator, rights, usesCache, signal, logger, request }: UnitWork,
): Promise<TranslatedUnits | 'unavailable'> {
  const texts = chunk.map(({ text }) => text);
  const prepared = await translator.prepare(request(texts, around), { ...rights, signal });
  if (!prepared.ok) return unlessTemporary(prepared);
  const deadline = AbortSignal.timeout(chunkDeadlineMs);
  try {
    const outcome = await translator.translate(prepared, {
      ...rights,
      usesCache,
      deadlineMs: Date.now() + chunkDeadlineMs,
      signal: AbortSignal.any([signal, deadline]),
    });
    return outcome.ok ? outcome : unlessTemporary(outcome);
  } catch (err) {
    signal.throwIfAborted();
    if (!(err instanceof OverloadError))
      logger.warn('an engine failed on a document', { teamId: rights.teamId, err });
    return 'unavailable';
  }
}

const temporaryProblems: ReadonlySet<string> = new Set(['service_unavailable', 'engine_unavailable']);

function unlessTemporary(refusal: Refusal): Refusal | 'unavailable' {
  return temporaryProblems.has(refusal.problem.code) ? 'unavailable' : refusal;
}
