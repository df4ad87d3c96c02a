/**
 * The public listener, the only one that is meant to be exposed. Every path except `/health` needs an API
 * key, so nothing else may be served here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../accounts/audit-log.ts';
import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import type { TeamKeys } from '../../accounts/keys.ts';
import type { StyleRules } from '../../accounts/style-rules/style-rules.ts';
import { type Authenticator, refuseWithoutScope } from '../../auth/authenticate.ts';
import { isScope } from '../../auth/scopes.ts';
import type { Documents } from '../../documents/documents.ts';
import type { OtherRequests } from '../../gateway/other-requests.ts';
import type { Gateway } from '../../gateway/translate-call.ts';
import type { ProblemCode } from '../../lib/errors.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import type { Translator } from '../../translate/translator.ts';
import { checkKey } from '../check-key.ts';
import { defineRoutes } from '../define-routes.ts';
import { acceptUploads } from '../documents/receive-upload.ts';
import type { ExchangeBudget } from '../exchange-budget.ts';
import { followInProcessCalls } from '../in-process-calls.ts';
import { acceptJsonOnly } from '../json-body.ts';
import { limitLargeExchanges } from '../large-exchanges.ts';
import { sendProblem } from '../problem-reply.ts';
import { acceptFiles } from '../raw-body.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { accountRoute } from './account-route.ts';
import { auditChainRoute, auditRoute } from './audit-route.ts';
import { addCompatibilityPaths } from './compat/compat-routes.ts';
import { presentedKey } from './credentials.ts';
import { publicDocumentRoutes } from './documents-routes.ts';
import { publicGlossaryRoutes } from './glossaries-routes.ts';
import { healthRoute, type ServiceHealth } from './health-route.ts';
import { keysRoutes } from './keys-routes.ts';
import { languagesRoute } from './languages-route.ts';
import { limitOtherRequests } from './limit-other-requests.ts';
import { rephraseRoute } from './rephrase-route.ts';
import { translateRoute } from './translate-route.ts';
import { usageRoute } from './usage-route.ts';

export interface PublicListenerOptions extends ServerOptions {
  readonly authenticator: Authenticator;
  readonly gateway: Gateway;
  readonly otherRequests: OtherRequests;
  /** The language routes of the engines that a team may use. */
  readonly routesFor: Translator['routesFor'];
  readonly reports: UsageReports;
  readonly keys: TeamKeys;
  readonly glossaries: Glossaries;
  readonly styleRules: StyleRules;
  readonly audit: AuditLog;
  readonly documents: Documents;
  readonly exchanges: ExchangeBudget;
  readonly health: ServiceHealth;
  readonly callDeadlineMs: number;
}

export function createPublicListener(options: PublicListenerOptions): FastifyInstance {
  const app = createServer(options);
  followInProcessCalls(app);
  acceptJsonOnly(app);
  acceptFiles(app);
  limitLargeExchanges(app, options.exchanges);
  // In `onRequest`, so that the body of a request without a valid key is not read.
  app.addHook('onRequest', async (request, reply) => admit(options.authenticator, request, reply));
  limitOtherRequests(app, options.otherRequests);
  app.addHook('onResponse', (request, _reply, done) => {
    if (rejectsKey(request.problemCode)) options.authenticator.forget(presentedKey(request.raw));
    done();
  });
  defineRoutes(app, [
    healthRoute(options.health),
    translateRoute(options.gateway, options.callDeadlineMs),
    rephraseRoute(options.gateway, options.callDeadlineMs),
    languagesRoute(options.routesFor),
    accountRoute(options.reports, options.keys),
    usageRoute(options.reports),
    ...keysRoutes(options.keys),
    ...publicGlossaryRoutes(options.glossaries),
    auditRoute(options.audit),
    auditChainRoute(options.audit),
  ]);
  app.register(async (scope) => {
    await acceptUploads(scope, options.documents);
    defineRoutes(scope, publicDocumentRoutes(options.documents));
  });
  addCompatibilityPaths(app, options);
  return app;
}

/** The key is revoked, its team is suspended, or it lacks the scope; none of these needs a cache entry. */
function rejectsKey(code: ProblemCode | undefined): boolean {
  return code === 'key_revoked' || code === 'forbidden';
}

async function admit(
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { access } = request.routeOptions.config;
  if (request.is404 || access === 'open') return undefined;
  // A route that does not declare a scope is closed.
  if (access === undefined || !isScope(access))
    throw new Error(`the route ${request.routeOptions.url} needs no scope`);
  const authentication = await checkKey(authenticator, request, presentedKey(request.raw));
  if (!authentication.ok) return sendProblem(reply, authentication.problem);
  request.caller = authentication.caller;
  const refusal = refuseWithoutScope(authentication.caller, access);
  return refusal === undefined ? undefined : sendProblem(reply, refusal);
}
