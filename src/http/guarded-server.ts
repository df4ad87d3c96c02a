/**
 * The HTTP server under every listener. Node's parser refuses most of what is broken; this refuses the rest:
 * requests that a proxy in front could read in another way than we do, where one would see one request and
 * the other two. Such a request is answered, nothing behind it is read, and the connection is closed.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { answerOnSocket, openExchange, refuseExchange } from './raw-connection-errors.ts';
import { isRepeated } from './repeated-header.ts';

export function createGuardedServer(handle: RequestListener): Server {
  const server = createServer({
    headersTimeout: requestLimits.headersTimeoutMs,
    requestTimeout: requestLimits.requestTimeoutMs,
    connectionsCheckingInterval: requestLimits.connectionCheckMs,
    keepAliveTimeout: requestLimits.keepAliveTimeoutMs,
    maxHeaderSize: requestLimits.maxHeaderBytes,
    // Checked below: Node's own refusal has neither a body nor a request id.
    requireHostHeader: false,
  });
  server.maxHeadersCount = requestLimits.maxHeaderCount;
  server.on('request', (request, response) => {
    const exchange = openExchange(request, response);
    if (exchange === undefined) return;
    const fault = findFault(request);
    if (fault === undefined) handle(request, response);
    else refuseExchange(exchange, problem('invalid_request', fault));
  });
  // The body is asked for where it is read (server.ts), so that nobody sends one for a 401.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  // Node answers an unknown Expect header by itself, with no body and no request id. It may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => refuseTunnel(socket as Socket));
  return server;
}

// Without a listener Node closes the connection without a word. The socket is ours alone from here on: an
// error that nobody listens for would end the process.
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  answerOnSocket(socket, problem('invalid_request', 'This server is no proxy: it does not take CONNECT.'));
}

/** What makes a request ambiguous, although the parser took it. */
function findFault(request: IncomingMessage): string | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'This server speaks HTTP/1.1.';
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return 'The only Transfer-Encoding is "chunked", and only in HTTP/1.1.';
  }
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  }
  if (isRepeated(rawHeaders, 'host')) return 'The request has more than one Host header.';
  return hostPattern.test(headers.host) ? undefined : 'The Host header is not a host.';
}

/** A name, an IPv4 or a bracketed IPv6 address, then perhaps a port. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
