/** The routes that a team or a request may use. */
import type { RouteRule } from '../../config/config-file.ts';
import type { Engine } from '../../engines/engine.ts';
import { type LanguageRoutes, planRoutes } from './language-routes.ts';
import type { TranslationRequest } from './plan-call.ts';

/** The engines that a team may use, in its order of preference; undefined means all engines. */
export type AllowedEngines = readonly string[] | undefined;

export interface TeamRoutes {
  /** The routes that use only the engines a team may use. */
  routesFor(engines: AllowedEngines): LanguageRoutes;
  /** The engines that a request of the team may use: one, if the request names it. */
  enginesFor(request: Pick<TranslationRequest, 'engine'>, engines: AllowedEngines): AllowedEngines;
}

/** One plan exists for each distinct list of engines among the teams, so there are usually few. */
const maxPlans = 200;

export function createTeamRoutes(engines: readonly Engine[], rules: readonly RouteRule[]): TeamRoutes {
  const plans = new Map<string, LanguageRoutes>();
  let planned = revisionOf(engines);
  return {
    routesFor(allowed) {
      const current = revisionOf(engines);
      if (current !== planned) plans.clear();
      planned = current;
      const key = allowed?.join(' ') ?? '*';
      let plan = plans.get(key);
      if (plan === undefined) {
        plan = planRoutes(inOrder(engines, allowed), rules);
        if (plans.size >= maxPlans) plans.clear();
        plans.set(key, plan);
      }
      return plan;
    },
    enginesFor({ engine }, allowed) {
      if (engine === undefined) return allowed;
      return (allowed ?? engines.map(({ id }) => id)).filter((id) => id === engine);
    },
  };
}

/** Revisions only grow, so their sum changes with each of them. */
function revisionOf(engines: readonly Engine[]): number {
  return engines.reduce((sum, { revision = 0 }) => sum + revision, 0);
}

function inOrder(engines: readonly Engine[], ids: AllowedEngines): readonly Engine[] {
  return ids === undefined ? engines : ids.flatMap((id) => engines.filter((engine) => engine.id === id));
}
