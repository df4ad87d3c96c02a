/**
 * The HTTP server under every listener. Node's parser rejects most malformed requests; this rejects the rest:
 * requests that a proxy in front could parse differently, so that one sees one request and the other two.
 * Such a request gets a response, nothing after it is read, and the connection is closed.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { answerOnSocket, openExchange, refuseExchange } from './raw-connection-errors.ts';
import { isRepeated } from './repeated-header.ts';
import type { ServerCertificate } from './server-certificate.ts';

export function createGuardedServer(
  handle: RequestListener,
  certificate: ServerCertificate | undefined,
): Server {
  const options: ServerOptions = {
    headersTimeout: requestLimits.headersTimeoutMs,
    requestTimeout: requestLimits.requestTimeoutMs,
    connectionsCheckingInterval: requestLimits.connectionCheckMs,
    keepAliveTimeout: requestLimits.keepAliveTimeoutMs,
    maxHeaderSize: requestLimits.maxHeaderBytes,
    // Checked below: Node's own response has neither a body nor a request id.
    requireHostHeader: false,
  };
  const server = certificate === undefined ? createServer(options) : certificate.createServer(options);
  server.maxHeadersCount = requestLimits.maxHeaderCount;
  server.on('request', (request, response) => {
    const exchange = openExchange(request, response);
    if (exchange === undefined) return;
    // Each request in progress listens for the end of its connection, and a client may pipeline many.
    request.socket.setMaxListeners(0);
    const reason = refusalReason(request);
    if (reason === undefined) handle(request, response);
    else refuseExchange(exchange, problem('invalid_request', reason));
  });
  // server.ts sends "100 Continue" when it is about to read the body, so that no client sends one for a 401.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  // Node would respond to an unknown Expect header without a body or a request id. The header may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => refuseTunnel(socket as Socket));
  return server;
}

// Without a listener, Node closes the connection without a response. Node no longer handles this socket's
// errors, and an unhandled one would end the process.
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  answerOnSocket(
    socket,
    problem('invalid_request', 'This server is not a proxy and does not accept CONNECT.'),
  );
}

/** Why a request is refused although Node's parser accepted it. */
function refusalReason(request: IncomingMessage): string | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return 'This HTTP version is not supported. Use HTTP/1.1.';
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return 'The only supported Transfer-Encoding is "chunked", and only in HTTP/1.1.';
  }
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  }
  if (isRepeated(rawHeaders, 'host')) return 'The request has more than one Host header.';
  return hostPattern.test(headers.host) ? undefined : 'The Host header is not a valid host.';
}

/** A name, an IPv4 address or a bracketed IPv6 address, optionally followed by a port. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
