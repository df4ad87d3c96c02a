/**
 * Answers to what never becomes a call: broken HTTP, headers too large, a client that is too slow. Node hands
 * these over as a bare socket, so the response is written by hand, with the same body and request id as every
 * other one. A client reads responses in the order of its requests, so the first question is always whose
 * turn it is.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problem } from '../lib/errors.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { problemResponse } from './problem-reply.ts';

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Nothing that follows on the connection is looked at. */
  isLast: boolean;
}

const latestExchanges = new WeakMap<Socket, Exchange>();

/** Notes that a request has arrived; undefined when its connection is being closed and it must not be heard. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange | undefined {
  if (latestExchanges.get(request.socket)?.isLast === true) return undefined;
  const exchange = { request, response, isLast: false };
  latestExchanges.set(request.socket, exchange);
  return exchange;
}

/** Answers a request in its turn and closes the connection behind it. */
export function refuseExchange(exchange: Exchange, reason: Problem): void {
  exchange.isLast = true;
  const { status, headers, payload } = writtenOut(reason);
  exchange.response.writeHead(status, headers).end(payload);
}

export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const exchange = latestExchanges.get(socket);
  // The fault lies behind a request that was whole: that one keeps its answer.
  if (exchange?.request.complete && !exchange.response.writableFinished) closeAfter(exchange, socket);
  else answerOnSocket(socket, problemOf(error.code));
}

/** Answers outside of any exchange and closes the connection. */
export function answerOnSocket(socket: Socket, reason: Problem): void {
  // Answered here before; what still arrives is dropped until the client hangs up or the time is over.
  if (socket.writableEnded) return;
  const exchange = latestExchanges.get(socket);
  // An answer is under way or was given already: a second one would be taken for the answer to another request.
  if (!socket.writable || (exchange !== undefined && !isItsTurn(exchange, socket))) {
    socket.destroy();
    return;
  }
  const { status, headers, payload } = writtenOut(reason);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines].join('\r\n');
  // What is being received may be the body of a HEAD request, whose answer must not have one.
  const isHead = exchange?.request.complete === false && exchange.request.method === 'HEAD';
  socket.end(`${head}\r\n\r\n${isHead ? '' : payload}`);
  // Closed at once, with bytes of the client unread, the connection would be reset and the answer lost.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** How long a client may take to read the last answer on a connection. */
const lingerMs = 1_000;

/** Whether what is written to the socket now is read as the answer to what is being received. */
function isItsTurn({ request, response }: Exchange, socket: Socket): boolean {
  if (request.complete) return response.writableFinished;
  return response.socket === socket && !response.headersSent;
}

function closeAfter(exchange: Exchange, socket: Socket): void {
  if (exchange.isLast) return;
  exchange.isLast = true;
  exchange.response.once('finish', () => socket.destroySoon());
}

function writtenOut(reason: Problem) {
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
