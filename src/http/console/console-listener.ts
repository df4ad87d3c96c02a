/**
 * The listener for people: the dashboard with its own API, and the API reference. It is not meant to be
 * exposed to the internet; by default it listens only on the loopback address.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { defineRoutes, type RouteDefinition } from '../define-routes.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { type ConsoleApiParts, consoleRoutes, prepareConsoleApi } from './api/console-api.ts';
import { openDashboard } from './dashboard-files.ts';
import type { ApiDocument } from './reference/document.ts';
import { referencePage } from './reference/reference-page.ts';
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
  const app = createServer({ ...options, notFoundPage: dashboard.notFoundPage });
  // In `onSend`, so that requests that are refused before they reach a route get the headers too.
  app.addHook('onSend', async (_request, reply) => void reply.headers(pageHeaders));
  warnOfUntrustedProxies(app, options.logger);
  prepareConsoleApi(app, options);
  const style = readFileSync(new URL('reference/reference.css', import.meta.url), 'utf8');
  const page = referencePage(options.api as ApiDocument);
  const json = JSON.stringify(options.api);
  defineRoutes(app, [
    ...consoleRoutes(options),
    ...dashboard.routes,
    open('/reference', (reply) => reply.type('text/html; charset=utf-8').send(page)),
    open('/reference.css', (reply) => reply.type('text/css; charset=utf-8').send(style)),
    open('/openapi.json', (reply) => reply.type('application/json; charset=utf-8').send(json)),
  ]);
  return app;
}

function open(url: string, send: (reply: FastifyReply) => FastifyReply): RouteDefinition {
  return { method: 'GET', url, access: 'open', handler: async (_request, reply) => send(reply) };
}
