/**
 * Answers to what never becomes a request: broken HTTP, headers too large, a client that is too slow. Node
 * hands these over as a bare socket, so the response is written by hand, with the same body and request id
 * as every other one.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problem } from '../lib/errors.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { problemResponse } from './problem-reply.ts';

export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client is gone, or an answer is under way already: a second one would corrupt it.
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemResponse(problemOf(error.code));
  const payload = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(payload)}`,
    `x-request-id: ${uuidV7()}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${payload}`, () => socket.destroySoon());
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

/** Node keeps the response that a socket is busy with on the socket itself. */
function hasAnswerUnderWay(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
