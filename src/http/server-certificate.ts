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
  secureOptions,
} from '../config/public-certificate.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';

export interface ServerCertificate {
  /** A server that presents the certificate, and the later ones. */
  createServer(options: ServerOptions): Server;
  close(): Promise<void>;
}

export async function openCertificate(files: CertificateFiles, logger: Logger): Promise<ServerCertificate> {
  let current = await readCertificate(files);
  let lastProblem: string | undefined;
  // Fastify creates one server for each address of the host.
  const servers: SecureServer[] = [];

  async function takeRenewed(): Promise<void> {
    try {
      const found = await readCertificate(files);
      lastProblem = undefined;
      if (found.chain === current.chain && found.key === current.key) return;
      current = found;
      for (const server of servers) server.setSecureContext(secureOptions(found));
      logger.info('the renewed certificate is in use', { reason: `valid until ${dayOf(found.validUntil)}` });
    } catch (error) {
      const reason = (error as Error).message;
      if (reason !== lastProblem)
        logger.error('the certificate cannot be renewed: the previous one stays', { reason });
      lastProblem = reason;
    }
  }

  const task = runEvery(requestLimits.certificateCheckMs, takeRenewed);
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
