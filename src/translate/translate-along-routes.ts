/**
 * Translates the texts of a call along their routes. Where a pair has a second route, the first one gets only
 * a share of the remaining time, so that the second can still answer in time. At most two routes are tried.
 */
import { createHash } from 'node:crypto';
import { EngineError, type TranslateOptions } from '../engines/engine.ts';
import { mainThread } from '../lib/event-loop-turns.ts';
import { requestLimits } from '../lib/request-limits.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import type { OptionsOfUnit, UnitOptionsFor } from './context/unit-options.ts';
import { translateGuarded } from './guard/translate-guarded.ts';
import { cacheKeyOf, fromCached, toCached } from './protection/cached-units.ts';
import type { Part } from './protection/layout.ts';
import type { Ask, AskDetails, Attempt } from './protection/translate-spans.ts';
import type { Leg, Route } from './routing/language-routes.ts';
import { optionsForLegs } from './routing/leg-options.ts';
import type { Work } from './scheduling/work.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';

/** The share of the remaining time that the first of two routes gets. */
const firstShare = 0.4;
const maxTries = 2;

type UnitParts = readonly Part[];

/** `askEngines` is called before an engine is used; `keepsNothing` disables cache writes. */
export interface RouteWork extends Omit<Work, 'unitOptions'> {
  readonly keepsNothing?: boolean | undefined;
  readonly askEngines?: (() => Promise<void>) | undefined;
  readonly unitOptionsFor?: UnitOptionsFor | undefined;
}

/** The translation of a unit and the route that produced it. */
export interface UnitTranslation extends Attempt {
  readonly route: Route;
}

/** Rejects with `EngineError` when no route works, and with the signal's reason when it is aborted. */
export async function translateAlongRoutes(
  supervisor: EngineSupervisor,
  routes: readonly Route[],
  units: readonly UnitParts[],
  work: RouteWork,
  cache?: TranslationCache,
): Promise<UnitTranslation[]> {
  const usable = routes.filter(({ legs }) => legs.every((leg) => supervisor.isAvailable(leg, work.teamId)));
  const chosen = (usable.length > 0 ? usable : routes).slice(0, maxTries);
  let translations: UnitTranslation[] | undefined;
  let failure: unknown;
  for (const [i, route] of chosen.entries()) {
    const isLast = i === chosen.length - 1;
    const open = [...units.keys()].filter((unit) => !translations?.[unit]?.isWhole);
    const optionsOf = await work.unitOptionsFor?.(route);
    const ask = async (missing: readonly UnitParts[]) => {
      await work.askEngines?.();
      return runLegs(supervisor, route, missing, isLast ? work : withShareOfTime(work), optionsOf);
    };
    try {
      const asked = open.map((unit) => units[unit] ?? []);
      const attempts = await readThrough(cache, route, work, asked, ask, optionsOf);
      translations ??= new Array<UnitTranslation>(units.length);
      for (const [position, unit] of open.entries()) {
        const attempt = attempts[position];
        if (attempt !== undefined && (attempt.isWhole || translations[unit] === undefined))
          translations[unit] = { ...attempt, route };
      }
      if (translations.every(({ isWhole }) => isWhole)) return translations;
    } catch (error) {
      work.signal.throwIfAborted();
      failure = error;
    }
  }
  if (translations !== undefined && !translations.every(({ parts }, i) => isUntouched(parts, units[i] ?? [])))
    return translations;
  throw failure ?? new EngineError('the engine returned nothing that can be a translation');
}

/** If every unit is unchanged, the call has failed. */
function isUntouched(parts: UnitParts, unit: UnitParts): boolean {
  return parts.length === unit.length && parts.every((part, i) => part === unit[i]);
}

/** Translates the units that are not cached, and caches the complete translations. */
async function readThrough(
  cache: TranslationCache | undefined,
  route: Route,
  { teamId, signal, options, keepsNothing }: RouteWork,
  units: readonly UnitParts[],
  ask: (missing: readonly UnitParts[]) => Promise<readonly Attempt[]>,
  optionsOf: OptionsOfUnit | undefined,
): Promise<readonly Attempt[]> {
  if (cache === undefined) return ask(units);
  const scope = {
    teamId,
    options: shortened(JSON.stringify(optionsForLegs(route, options))),
    route: route.legs.map(describeLeg).join(' '),
  };
  const names = units.map((unit) => cacheKeyOf(unit, optionsOf?.(unit)?.key));
  const known = await cache.read(scope, names, mainThread.paceFor(teamId, signal));
  const missing = [...units.keys()].filter((i) => known[i] === undefined);
  const answers = missing.length === 0 ? [] : await ask(missing.map((i) => units[i] ?? []));
  const made = missing.flatMap((i, position) => {
    const answer = answers[position];
    if (!answer?.isWhole) return [];
    return [{ name: names[i] ?? '', cached: toCached(units[i] ?? [], answer.parts) }];
  });
  if (made.length > 0 && !keepsNothing) {
    void cache.write(
      scope,
      made.map(({ name }) => name),
      made.map(({ cached }) => cached),
    );
  }
  const rest = answers.values();
  return units.map((unit, i) => {
    const cached = known[i];
    if (cached !== undefined) return { parts: fromCached(unit, cached), isWhole: true };
    return rest.next().value ?? { parts: unit, isWhole: false };
  });
}

/**
 * The engine version is part of the cache key: another version of an engine or a model translates
 * differently.
 */
function describeLeg({ engine, source, target }: Leg): string {
  return `${engine.id}@${engine.version} ${source}>${target}`;
}

/** Each engine represents spans in its own way, so the spans are restored after every leg. */
async function runLegs(
  supervisor: EngineSupervisor,
  route: Route,
  units: readonly UnitParts[],
  { done, ...work }: Work & { done?(): void },
  optionsOf: OptionsOfUnit | undefined,
): Promise<readonly Attempt[]> {
  try {
    const legOptions = optionsForLegs(route, work.options);
    const pace = mainThread.paceFor(work.teamId, work.signal);
    const ofPieces: InstructionBudget = { left: maxInstructionsOfPieces };
    let attempts: readonly Attempt[] = units.map((parts) => ({ parts, isWhole: true }));
    for (const [i, leg] of route.legs.entries()) {
      const parts = attempts.map((attempt) => attempt.parts);
      const tokens = leg.features.markup ? 'html' : (leg.engine.tokens ?? 'words');
      // Neighbours and terms are in the source language.
      const own = i === 0 && optionsOf ? parts.map(optionsOf) : undefined;
      const ask: Ask = (texts, how = {}) =>
        supervisor.translate(leg, texts, {
          ...work,
          options: withDetails(legOptions[i], texts.length, ofPieces, how),
          unitOptions: own && !how.isPiece ? how.units?.map((unit) => own[unit]) : undefined,
        });
      const next = await translateGuarded(parts, tokens, leg, ask, pace, (unit) => own?.[unit]?.shown);
      const before = attempts;
      attempts = next.map(({ parts, isWhole }, unit) => ({
        parts,
        isWhole: isWhole && (before[unit]?.isWhole ?? false),
      }));
    }
    return attempts;
  } finally {
    done?.();
  }
}

/**
 * Part of the identity of every text in the cache. A context of 131,072 emoji takes 8 ms to hash, so it is hashed
 * once and not with every text.
 */
function shortened(options: string): string {
  return options.length <= 1_000 ? options : createHash('sha256').update(options).digest('base64');
}

/** The characters of instructions that may still be sent with pieces, whether first or retried. */
interface InstructionBudget {
  left: number;
}

const maxInstructionsOfPieces = requestLimits.maxInstructionListCharacters;

function withDetails(
  options: TranslateOptions | undefined,
  textCount: number,
  ofPieces: InstructionBudget,
  { markup, isPiece }: AskDetails = {},
): TranslateOptions | undefined {
  if (markup === undefined && !(isPiece && (options?.context || options?.instructions))) return options;
  const { context, instructions, ...rest } = options ?? {};
  // Instructions are counted once per whole text, too, but pieces without them would differ in style. So a
  // few pieces get them.
  const length = instructions?.join('').length ?? 0;
  const isInstructed = !isPiece || length * textCount <= ofPieces.left;
  if (isPiece && isInstructed) ofPieces.left -= length * textCount;
  return {
    ...rest,
    ...(context && !isPiece && { context }),
    ...(instructions && isInstructed && { instructions }),
    ...(markup && { markup }),
  };
}

export function withShareOfTime(
  { teamId, deadlineMs, signal, options, span }: Work,
  share = firstShare,
): Work & { done(): void } {
  const remainingMs = Math.max(0, deadlineMs - Date.now()) * share;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => controller.abort(new EngineError('the engine did not answer in time')),
    remainingMs,
  );
  return {
    teamId,
    deadlineMs: Date.now() + remainingMs,
    signal: controller.signal,
    options,
    span,
    done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
