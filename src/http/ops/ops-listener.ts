/**
 * The listener for operators and their machines: liveness, readiness, metrics. It needs no key and is not to be
 * exposed; by default it listens on the loopback address alone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../lib/errors.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { defineRoutes, type RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';
import { createServer, type ServerOptions } from '../server.ts';

/** What a node needs to serve calls, each checked for real. */
export interface Readiness {
  check(): Promise<{ name: string; ok: boolean; detail: string }[]>;
}

export interface OpsListenerOptions extends ServerOptions {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

export function createOpsListener(options: OpsListenerOptions): FastifyInstance {
  const app = createServer({ ...options, quiet: true });
  defineRoutes(app, [liveRoute(), readyRoute(options.readiness), metricsRoute(options)]);
  return app;
}

/** The process runs and its event loop turns. Restart it when this fails, not when /ready does. */
function liveRoute(): RouteDefinition {
  return { method: 'GET', url: '/live', access: 'open', handler: async () => ({ status: 'ok' }) };
}

function readyRoute(readiness: Readiness): RouteDefinition {
  return {
    method: 'GET',
    url: '/ready',
    access: 'open',
    handler: async (_request, reply) => {
      const checks = await readiness.check();
      const faults = checks.filter((check) => !check.ok);
      if (faults.length === 0) return { status: 'ok', checks };
      const detail = faults.map((fault) => `${fault.name}: ${fault.detail}`).join('; ');
      return sendProblem(reply, problem('service_unavailable', detail, 5));
    },
  };
}

/** A scrape that waited for a database that hangs would itself look like a node that is down. */
const checkPatienceMs = 2_000;

function metricsRoute({ metrics, readiness }: OpsListenerOptions): RouteDefinition {
  return {
    method: 'GET',
    url: '/metrics',
    access: 'open',
    handler: async (_request, reply) => {
      // What the node needs is asked for now; what doesn't answer in time is as it was known before.
      await Promise.race([readiness.check(), delay(checkPatienceMs, undefined, { ref: false })]);
      return reply.type(metrics.contentType).send(await metrics.expose());
    },
  };
}
