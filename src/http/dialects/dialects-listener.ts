/**
 * The listener for programs that speak the protocol of another translation server. Keys may be in queries and bodies
 * here, and some paths need none, as those protocols say: that is why it is apart from the public listener.
 */
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { DialectsConfig } from '../../config/dialects.ts';
import type { OtherRequests } from '../../gateway/other-requests.ts';
import { singleSlashes } from '../compatibility-paths.ts';
import type { ExchangeBudget } from '../exchange-budget.ts';
import { acceptForms } from '../form-body.ts';
import { acceptJsonOnly } from '../json-body.ts';
import { limitLargeExchanges } from '../large-exchanges.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { admitCallers, createAdmission } from './admit-caller.ts';
import { addApy, apy } from './apy/apy.ts';
import { allowOrigins } from './cross-origin.ts';
import { addDeepLx, deepLx } from './deeplx/deeplx.ts';
import { dialectFinder } from './dialect.ts';
import type { DialectParts } from './dialect-parts.ts';
import { addLibreTranslate, libreTranslate } from './libretranslate/libretranslate.ts';
import { addMcp, mcp } from './mcp/mcp.ts';

export interface DialectsListenerOptions extends ServerOptions, Omit<DialectParts, 'admission'> {
  readonly settings: DialectsConfig;
  readonly authenticator: Authenticator;
  readonly otherRequests: OtherRequests;
  readonly exchanges: ExchangeBudget;
  /** `outcome` is `ok` or the code of the problem. */
  readonly countDialectRequest: (dialect: string, outcome: string) => void;
}

const dialectOf = dialectFinder([deepLx, apy, mcp, libreTranslate]);

export function createDialectsListener(options: DialectsListenerOptions): FastifyInstance {
  const { authenticator, settings, countDialectRequest } = options;
  const app = createServer({
    ...options,
    // Clients join the server's URL and a path in more than one way.
    rewriteUrl: singleSlashes,
    problemForm: (problem, request) => dialectOf(request).toProblemResponse(problem),
  });
  acceptJsonOnly(app);
  acceptForms(app);
  limitLargeExchanges(app, options.exchanges);
  app.addHook('onRequest', async (request) => {
    request.dialect = dialectOf(request).name;
  });
  allowOrigins(app, settings.origins);
  const admission = createAdmission({ ...options, ...settings });
  admitCallers(app, admission, dialectOf);
  app.addHook('onResponse', async ({ dialect, problemCode, usedKey }) => {
    if (dialect !== undefined) countDialectRequest(dialect, problemCode ?? 'ok');
    if (problemCode === 'key_revoked' || problemCode === 'forbidden') authenticator.forget(usedKey);
  });
  const parts = { ...options, admission };
  addLibreTranslate(app, parts);
  addDeepLx(app, parts);
  addApy(app, parts);
  addMcp(app, parts);
  return app;
}
