/**
 * HTTPS for a listener. The files of the certificate are read again every minute, so that a renewed one needs no
 * restart: connections continue with the certificate that they began with, and new ones get the new one.
 */
import type { Server, ServerOptions } from 'node:http';
import { createServer, type Server as SecureServer } from 'node:https';
import {
  type CertificateFiles,
  dayOf,
  readCertificate,
  renewalOverdueMs,
  secureOptions,
} from '../config/public-certificate.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

const dayMs = 86_400_000;

export interface ServerCertificate {
  /** A server that presents the certificate, and the later ones. */
  createServer(options: ServerOptions): Server;
  close(): Promise<void>;
}

export async function openCertificate(
  files: CertificateFiles,
  logger: Logger,
  metrics: Pick<Metrics, 'reportCertificate'>,
  now = Date.now,
): Promise<ServerCertificate> {
  let current = await readCertificate(files, now());
  let lastProblem: string | undefined;
  let lastWarning = Number.NEGATIVE_INFINITY;
  // Fastify creates one server for each address of the host.
  const servers: SecureServer[] = [];

  async function takeRenewed(): Promise<void> {
    try {
      const found = await readCertificate(files, now());
      lastProblem = undefined;
      if (found.chain === current.chain && found.key === current.key) return;
      current = found;
      metrics.reportCertificate(found.validUntil);
      for (const server of servers) server.setSecureContext(secureOptions(found));
      logger.info('the renewed certificate is in use', { reason: `valid until ${dayOf(found.validUntil)}` });
    } catch (error) {
      const reason = (error as Error).message;
      if (reason !== lastProblem)
        logger.error('the certificate cannot be renewed: the previous one stays', { reason });
      lastProblem = reason;
    }
  }

  /** Once a day, because whoever reads the log of one day may not have read that of the day before. */
  function warnOfEnd(): void {
    const time = now();
    if (current.validUntil.getTime() - time > renewalOverdueMs || time - lastWarning < dayMs) return;
    lastWarning = time;
    logger.warn('the certificate expires soon: renew it', {
      reason: `valid until ${dayOf(current.validUntil)}`,
    });
  }

  metrics.reportCertificate(current.validUntil);
  warnOfEnd();
  const task = runEvery(requestLimits.certificateCheckMs, async () => {
    await takeRenewed();
    warnOfEnd();
  });
  return {
    createServer(options) {
      const server = createSecureServer({ ...options, ...secureOptions(current) });
      servers.push(server);
      return server;
    },
    close: () => task.stop(),
  };
}

function createSecureServer(options: Parameters<typeof createServer>[0]): SecureServer {
  const server = createServer({ ...options, handshakeTimeout: requestLimits.handshakeTimeoutMs });
  // Node would pass a failed handshake to the listener for malformed requests, whose response nobody could read.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}
