/**
 * The listener for operators and monitoring: liveness, readiness, metrics. It needs no key and must not be
 * exposed; by default it listens only on the loopback address.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../lib/errors.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { defineRoutes, type RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';
import { createServer, type ServerOptions } from '../server.ts';

/** The dependencies that a node needs to serve calls, each tested by using it. */
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

/** The process runs and its event loop is responsive. Restart it when this fails, not when /ready fails. */
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
      const failed = checks.filter((check) => !check.ok);
      if (failed.length === 0) return { status: 'ok', checks };
      const detail = failed.map((check) => `${check.name}: ${check.detail}`).join('; ');
      return sendProblem(reply, problem('service_unavailable', detail, 5));
    },
  };
}

/** A scrape that waits for an unresponsive database would look like a node that is down. */
const checkTimeoutMs = 2_000;

function metricsRoute({ metrics, readiness }: OpsListenerOptions): RouteDefinition {
  return {
    method: 'GET',
    url: '/metrics',
    access: 'open',
    handler: async (_request, reply) => {
      // Refreshes the health metrics. A check that does not finish in time leaves the last known value.
      await Promise.race([readiness.check(), delay(checkTimeoutMs, undefined, { ref: false })]);
      return reply.type(metrics.contentType).send(await metrics.expose());
    },
  };
}
