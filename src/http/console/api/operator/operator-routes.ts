/** Routes for operators, across all teams. Everyone else gets 404. */
import type { Installation } from '../../../../accounts/installation.ts';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { installationRoute } from './installation-route.ts';
import { type ModelParts, modelRoutes } from './models/model-routes.ts';
import { teamChangeRoutes } from './team-change-routes.ts';
import { teamHistoryRoute } from './team-history-route.ts';
import { teamListRoute } from './team-list-route.ts';

export interface OperatorParts extends ModelParts {
  readonly operatorTeams: OperatorTeams;
  readonly installation: Installation;
}

export function operatorRoutes(parts: OperatorParts): RouteDefinition[] {
  const { operatorTeams, installation } = parts;
  return [
    teamListRoute(operatorTeams),
    ...teamChangeRoutes(operatorTeams),
    teamHistoryRoute(operatorTeams),
    installationRoute(installation),
    ...modelRoutes(parts),
  ];
}
