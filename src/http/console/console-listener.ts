/**
 * The listener for people: the dashboard with its own API, and the description of the public API. It is not meant to be
 * exposed to the internet; by default it listens only on the loopback address.
 */
import type { FastifyInstance } from 'fastify';
import { defineRoutes } from '../define-routes.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { type ConsoleApiParts, consoleRoutes, prepareConsoleApi } from './api/console-api.ts';
import { jsonRoute, openDashboard } from './dashboard-files.ts';
import { warnOfUntrustedProxies } from './untrusted-proxies.ts';

export interface ConsoleListenerOptions extends ServerOptions, ConsoleApiParts {
  /** The OpenAPI document of this process's public listener. */
  readonly api: object;
}

/** No page may run third-party scripts, be framed, or send a Referer to another site. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export function createConsoleListener(options: ConsoleListenerOptions): FastifyInstance {
  const dashboard = openDashboard();
  const { notFoundPage, notFoundPath } = dashboard;
  const app = createServer({ ...options, notFoundPage, notFoundPath });
  // In `onSend`, so that requests that are refused before they reach a route get the headers too.
  app.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders));
  warnOfUntrustedProxies(app, options.logger);
  prepareConsoleApi(app, options);
  defineRoutes(app, [
    ...consoleRoutes(options),
    ...dashboard.routes,
    jsonRoute('/openapi.json', options.api),
  ]);
  return app;
}
