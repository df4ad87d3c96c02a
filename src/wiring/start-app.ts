/** Starts a server process: opens its parts, then its listeners, then listens. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';
import { openListeners } from './open-listeners.ts';
import { openParts } from './open-parts.ts';

export interface RunningApp {
  readonly publicUrl: string;
  readonly consoleUrl: string;
  readonly opsUrl: string;
  /** Undefined if there is no listener for other dialects. */
  readonly dialectsUrl: string | undefined;
  /** Reports that it is not ready, stops accepting, lets calls in progress finish, closes everything. */
  drain(): Promise<void>;
}

export async function startApp(config: Config, logger: Logger): Promise<RunningApp> {
  // Everything that is opened is closed in reverse order, when the app drains or cannot start.
  await using opened = new AsyncDisposableStack();
  let isDraining = false;
  const parts = await openParts(config, logger, opened);
  const listeners = await openListeners(parts, () => isDraining, opened);

  const opsUrl = await listeners.ops.listen({ host: config.opsHost, port: config.opsPort });
  const consoleUrl = await listeners.console.listen({ host: config.consoleHost, port: config.consolePort });
  const backlog = requestLimits.connectionBacklog;
  const dialectsUrl =
    config.dialects &&
    (await listeners.dialects?.listen({ host: config.dialects.host, port: config.dialects.port, backlog }));
  const listening = await listeners.public.listen({
    host: config.publicHost,
    port: config.publicPort,
    backlog,
  });
  // Fastify does not know of the TLS of a server that it did not create.
  const publicUrl = config.publicCertificate ? listening.replace(/^http:/, 'https:') : listening;

  parts.housekeeping.start();
  const running = opened.move();
  return {
    publicUrl,
    consoleUrl,
    opsUrl,
    dialectsUrl,
    async drain() {
      isDraining = true;
      // A load balancer that has not checked yet still sends calls. They are served as usual, and each answer
      // is the last of its connection, so that after the grace time no client is about to send on a
      // connection that is then closed.
      await delay(config.drainGraceMs);
      await running.disposeAsync();
    },
  };
}
