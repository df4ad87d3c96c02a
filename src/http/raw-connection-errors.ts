/**
 * Responds to input that never becomes a request: malformed HTTP, oversized headers, a client that is too
 * slow. Node passes only the socket, so the response is written by hand, with the same body and request id as
 * every other one. A client matches responses to requests by order, so each function first checks which
 * request the client expects a response to.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problem } from '../lib/errors.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { problemResponse } from './problem-reply.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Nothing that follows on the connection is processed. */
  isLast: boolean;
}

const latestExchanges = new WeakMap<Socket, Exchange>();

/** Registers a request. Returns undefined when its connection is being closed and it must be ignored. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange | undefined {
  if (latestExchanges.get(request.socket)?.isLast === true) return undefined;
  const exchange = { request, response, isLast: false };
  latestExchanges.set(request.socket, exchange);
  return exchange;
}

/** Responds to a request in order and closes the connection afterwards. */
export function refuseExchange(exchange: Exchange, reason: Problem): void {
  exchange.isLast = true;
  const { status, headers, payload } = renderProblem(reason);
  exchange.response.writeHead(status, headers).end(payload);
}

/**
 * Closes the connection of a request once everything that has been received on it is answered. Returns whether this answer is
 * the last: after one with `Connection: close`, Node drops the answers to the requests that were pipelined behind it.
 */
export function closeAfterReceived({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const latest = latestExchanges.get(socket);
  if (latest === undefined || latest.response === response) {
    // What arrives from now on would be charged, but not answered.
    if (latest !== undefined) latest.isLast = true;
    return true;
  }
  closeAfter(latest, socket);
  return false;
}

export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const exchange = latestExchanges.get(socket);
  // The error is in what follows a complete request, and that request still gets its response.
  if (exchange?.request.complete && !exchange.response.writableFinished) closeAfter(exchange, socket);
  else answerOnSocket(socket, problemOf(error.code));
}

/** Responds outside of any exchange and closes the connection. */
export function answerOnSocket(socket: Socket, reason: Problem): void {
  // Already responded; further input is discarded until the client hangs up or `lingerMs` is over.
  if (socket.writableEnded) return;
  const exchange = latestExchanges.get(socket);
  // A response is in progress or complete: the client would match a second one to another request.
  if (!socket.writable || (exchange !== undefined && !isItsTurn(exchange, socket))) {
    socket.destroy();
    return;
  }
  const { status, headers, payload } = renderProblem(reason);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines].join('\r\n');
  // The input may be the body of a HEAD request, whose response must not have a body.
  const isHead = exchange?.request.complete === false && exchange.request.method === 'HEAD';
  socket.end(`${head}\r\n\r\n${isHead ? '' : payload}`);
  // Closing at once, with unread bytes from the client, would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** How long a client may take to read the last response on a connection. */
const lingerMs = 1_000;

/** Whether the client would read a response written now as the one to the request that is being received. */
function isItsTurn({ request, response }: Exchange, socket: Socket): boolean {
  if (request.complete) return response.writableFinished;
  return response.socket === socket && !response.headersSent;
}

function closeAfter(exchange: Exchange, socket: Socket): void {
  if (exchange.isLast) return;
  exchange.isLast = true;
  exchange.response.once('finish', () => socket.destroySoon());
}

function renderProblem(reason: Problem) {
  const { status, headers, body } = problemResponse(reason);
  const payload = JSON.stringify(body);
  return {
    status,
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(payload)),
      'x-request-id': uuidV7(),
      'cache-control': 'no-store',
      connection: 'close',
      ...headers,
    },
  };
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return problem(
        'headers_too_large',
        'The headers of the request are too large. Send fewer or shorter ones.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem(
        'request_timeout',
        'The request took too long to arrive. Send it faster or in smaller parts.',
      );
    default:
      return problem('invalid_request', 'The request is not valid HTTP.');
  }
}
