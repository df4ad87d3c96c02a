/** Routes for operators, across all teams. Everyone else gets 404. */
import type { RouteDefinition } from '../../../define-routes.ts';
import { type DestinationParts, operatorDestinationRoutes } from '../destination-routes.ts';
import { type AllAuditParts, allAuditRoutes } from './audit-routes.ts';
import { type AvailabilityRouteParts, availabilityRoute } from './availability-route.ts';
import { installationRoute } from './installation-route.ts';
import { type ModelParts, modelRoutes } from './models/model-routes.ts';
import { teamChangeRoutes } from './team-change-routes.ts';
import { teamHistoryRoute } from './team-history-route.ts';
import { teamListRoute } from './team-list-route.ts';
import { type TeamSettingsParts, teamSettingsRoutes } from './team-settings-routes.ts';
import { type InstallationUsageParts, installationUsageRoute } from './usage-route.ts';
import { type OperatorUserParts, userRoutes } from './user-routes.ts';

export interface OperatorParts
  extends ModelParts,
    AvailabilityRouteParts,
    AllAuditParts,
    TeamSettingsParts,
    InstallationUsageParts,
    OperatorUserParts,
    DestinationParts {}

export function operatorRoutes(parts: OperatorParts): RouteDefinition[] {
  const { operatorTeams, installation } = parts;
  return [
    teamListRoute(operatorTeams),
    ...teamChangeRoutes(operatorTeams),
    ...teamSettingsRoutes(parts),
    teamHistoryRoute(operatorTeams),
    installationRoute(installation),
    availabilityRoute(parts),
    installationUsageRoute(parts),
    ...userRoutes(parts),
    ...allAuditRoutes(parts),
    ...modelRoutes(parts),
    ...operatorDestinationRoutes(parts),
  ];
}
