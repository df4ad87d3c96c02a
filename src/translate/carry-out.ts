/**
 * Takes the texts of a call along their routes. Where a pair has a second route, the first one gets a part of the
 * time that is left, so that the second can still answer in time; never more than these two are tried.
 */
import { EngineError } from '../engines/engine.ts';
import type { EngineBoard } from './engine-board.ts';
import type { Route } from './language-routes.ts';
import type { Work } from './scheduling/lane.ts';

/** What the first of two routes gets of the time that is left. */
const firstShare = 0.4;
const maxTries = 2;

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
): Promise<Carried> {
  const usable = routes.filter(({ legs }) => legs.every((leg) => board.isAvailable(leg)));
  const chosen = (usable.length > 0 ? usable : routes).slice(0, maxTries);
  let failure: unknown = new EngineError('there is no route');
  for (const [i, route] of chosen.entries()) {
    try {
      const isLast = i === chosen.length - 1;
      return { route, texts: await travel(board, route, texts, isLast ? work : withPartOfTheTime(work)) };
    } catch (error) {
      work.signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
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
