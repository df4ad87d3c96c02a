/**
 * Takes the texts of a call along their routes. Where a pair has a second route, the first one gets a part of the
 * time that is left, so that the second can still answer in time; never more than these two are tried.
 */
import { EngineError } from '../engines/engine.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import type { EngineBoard } from './engine-board.ts';
import type { Leg, Route } from './language-routes.ts';
import type { Work } from './scheduling/lane.ts';

/** What the first of two routes gets of the time that is left. */
const firstShare = 0.4;
const maxTries = 2;

/** What is known of translations before anybody is asked. */
export interface CacheUse {
  readonly cache: TranslationCache;
  /** Whatever the caller chose that decides a translation, besides languages and engine. */
  readonly options: string;
}

export interface Carried {
  readonly texts: readonly string[];
  readonly route: Route;
}

/** Rejects with `EngineError` when no route works, and with the signal's reason when that is aborted. */
export async function carryOut(
  board: EngineBoard,
  routes: readonly Route[],
  texts: readonly string[],
  work: Work,
  cacheUse?: CacheUse,
): Promise<Carried> {
  const usable = routes.filter(({ legs }) => legs.every((leg) => board.isAvailable(leg)));
  const chosen = (usable.length > 0 ? usable : routes).slice(0, maxTries);
  let failure: unknown;
  for (const [i, route] of chosen.entries()) {
    try {
      const isLast = i === chosen.length - 1;
      const ask = (missing: readonly string[]) =>
        travel(board, route, missing, isLast ? work : withPartOfTheTime(work));
      return { route, texts: await readThrough(cacheUse, route, work.teamId, texts, ask) };
    } catch (error) {
      work.signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure ?? new EngineError('there is no route');
}

/** Asks for what the cache doesn't have, and tells the cache. */
async function readThrough(
  cacheUse: CacheUse | undefined,
  route: Route,
  teamId: string,
  texts: readonly string[],
  ask: (missing: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (cacheUse === undefined) return ask(texts);
  const { cache, options } = cacheUse;
  const scope = { teamId, options, route: route.legs.map(describeLeg).join(' ') };
  const known = await cache.read(scope, texts);
  const missing = texts.filter((_, i) => known[i] === undefined);
  if (missing.length === 0) return known as string[];
  const answers = await ask(missing);
  cache.write(scope, missing, answers);
  const rest = answers.values();
  return known.map((text) => text ?? rest.next().value ?? '');
}

/** Another version of an engine or of a model is another translation. */
function describeLeg({ engine, source, target }: Leg): string {
  return `${engine.id}@${engine.version} ${source}>${target}`;
}

async function travel(
  board: EngineBoard,
  route: Route,
  texts: readonly string[],
  work: Work & { done?(): void },
): Promise<readonly string[]> {
  try {
    let current = texts;
    for (const leg of route.legs) current = await board.translate(leg, current, work);
    return current;
  } finally {
    work.done?.();
  }
}

function withPartOfTheTime({ teamId, deadlineMs, signal }: Work): Work & { done(): void } {
  const remainingMs = Math.max(0, deadlineMs - Date.now()) * firstShare;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(new EngineError('was too slow')), remainingMs);
  return {
    teamId,
    deadlineMs: Date.now() + remainingMs,
    signal: controller.signal,
    done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
