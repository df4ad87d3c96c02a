/** The console's own API. Only the dashboard uses it, so it may change with every version. */
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../../../accounts/audit-log.ts';
import type { DictionaryVersions } from '../../../accounts/glossaries/dictionary-versions.ts';
import type { Glossaries } from '../../../accounts/glossaries/glossaries.ts';
import type { TeamKeys } from '../../../accounts/keys.ts';
import type { StyleRules } from '../../../accounts/style-rules/style-rules.ts';
import type { AccessLinks } from '../../../accounts/users/access-links.ts';
import type { Sessions } from '../../../accounts/users/sessions.ts';
import type { TeamInvitations } from '../../../accounts/users/team-invitations.ts';
import type { TeamPeople } from '../../../accounts/users/team-people.ts';
import type { TeamSessions } from '../../../accounts/users/team-sessions.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import { defineRoutes, type RouteDefinition } from '../../define-routes.ts';
import { acceptUploads } from '../../documents/receive-upload.ts';
import type { ExchangeBudget } from '../../exchange-budget.ts';
import { acceptJsonOnly } from '../../json-body.ts';
import { limitLargeExchanges } from '../../large-exchanges.ts';
import { acceptFiles } from '../../raw-body.ts';
import { auditRoute } from './audit-route.ts';
import type { ConsoleLimits } from './console-limits.ts';
import { type DestinationParts, teamDestinationRoutes } from './destination-routes.ts';
import { consoleDocumentRoutes, type DocumentParts } from './document-routes.ts';
import { dictionaryVersionRoutes } from './glossaries/dictionary-version-routes.ts';
import { consoleGlossaryRoutes } from './glossaries/glossary-routes.ts';
import { type HomeParts, homeRoute } from './home/home-route.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { type LanguageParts, languagesRoute } from './languages-route.ts';
import { type LimitsParts, limitsRoute } from './limits-route.ts';
import { linkRoutes } from './link-routes.ts';
import { type OperatorParts, operatorRoutes } from './operator/operator-routes.ts';
import { type PasskeyParts, passkeyRoutes } from './passkey-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { type PlaygroundParts, playgroundRoutes } from './playground-routes.ts';
import { acceptProviderForms } from './provider-forms.ts';
import type { PublicAddress } from './public-address.ts';
import { type RequestLogParts, requestLogRoutes } from './requests/request-log-routes.ts';
import { type SecondFactorParts, secondFactorRoutes } from './second-factor-routes.ts';
import { guardBySession } from './session-guard.ts';
import { sessionRoutes } from './session-routes.ts';
import { type SingleSignOnParts, singleSignOnRoutes } from './single-sign-on-routes.ts';
import { watchStreamConnections } from './stream-connections.ts';
import { consoleStyleRuleRoutes } from './style-rule-routes.ts';
import { teamSessionRoutes } from './team-session-routes.ts';
import { type TryParts, tryRoute } from './try/try-route.ts';
import { usageRoutes } from './usage-routes.ts';

export interface ConsoleApiParts
  extends PlaygroundParts,
    LanguageParts,
    OperatorParts,
    LimitsParts,
    DocumentParts,
    HomeParts,
    TryParts,
    SingleSignOnParts,
    SecondFactorParts,
    PasskeyParts,
    DestinationParts,
    RequestLogParts {
  readonly limits: ConsoleLimits;
  readonly sessions: Sessions;
  readonly publicAddress: PublicAddress;
  readonly links: AccessLinks;
  readonly people: TeamPeople;
  readonly invitations: TeamInvitations;
  readonly teamSessions: TeamSessions;
  readonly keys: TeamKeys;
  readonly reports: UsageReports;
  readonly audit: AuditLog;
  readonly glossaries: Glossaries;
  readonly dictionaryVersions: DictionaryVersions;
  readonly styleRules: StyleRules;
  readonly exchanges: ExchangeBudget;
}

/** Sets up everything except the routes in `consoleRoutes`: access control and body parsing. */
export function prepareConsoleApi(app: FastifyInstance, parts: ConsoleApiParts): void {
  acceptJsonOnly(app);
  acceptFiles(app);
  acceptProviderForms(app);
  limitLargeExchanges(app, parts.exchanges);
  watchStreamConnections(app);
  guardBySession(app, parts.sessions, parts.limits);
  app.register(async (scope) => {
    await acceptUploads(scope, parts.documents);
    defineRoutes(scope, consoleDocumentRoutes(parts));
  });
}

export function consoleRoutes(parts: ConsoleApiParts): RouteDefinition[] {
  return [
    ...sessionRoutes(parts.sessions, parts.publicAddress),
    ...secondFactorRoutes(parts),
    ...passkeyRoutes(parts),
    ...singleSignOnRoutes(parts),
    ...linkRoutes(parts.links),
    ...peopleRoutes(parts.people),
    ...invitationRoutes(parts.invitations),
    ...teamSessionRoutes(parts.teamSessions),
    ...keyRoutes(parts.keys, parts.reports),
    ...usageRoutes(parts.reports, parts.downloads),
    ...requestLogRoutes(parts),
    homeRoute(parts),
    ...playgroundRoutes(parts),
    tryRoute(parts),
    languagesRoute(parts),
    ...consoleGlossaryRoutes(parts.glossaries),
    ...dictionaryVersionRoutes(parts.glossaries, parts.dictionaryVersions),
    ...consoleStyleRuleRoutes(parts.styleRules),
    limitsRoute(parts),
    auditRoute(parts.audit, parts.downloads),
    ...teamDestinationRoutes(parts),
    ...operatorRoutes(parts),
  ];
}
