/**
 * A streamed call needs a connection of its own. Behind an unanswered request its parts would wait in this
 * process and yet be charged; and because its answer closes the connection, no call behind it gets one.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../../lib/errors.ts';
import { sendProblem } from '../../problem-reply.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a streamed call and another request met on one connection, and this one came later. */
    sharesStreamConnection: boolean;
  }
}

export const streamedCallPath = '/api/teams/:team/translate/stream';

/** To be called before any hook that waits: requests on a connection must be seen in their order. */
export function watchStreamConnections(app: FastifyInstance): void {
  const streaming = new WeakSet<Socket>();
  app.decorateRequest('sharesStreamConnection', false);
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const isStream = request.method === 'POST' && request.routeOptions.url === streamedCallPath;
    // A response has no socket while an earlier one on its connection is not finished.
    const mustWait = isStream && reply.raw.socket === null;
    request.sharesStreamConnection = mustWait || streaming.has(socket);
    if (!isStream || request.sharesStreamConnection) return;
    streaming.add(socket);
    // After a refusal, the connection stays open for other calls.
    reply.raw.once('close', () => socket.writable && streaming.delete(socket));
  });
}

/** For the routes that charge. After the session and the limits were checked, and before the body is read. */
export async function refuseSharedConnection(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return request.sharesStreamConnection ? sendProblem(reply, needsItsOwn) : undefined;
}

const needsItsOwn = problem(
  'conflict',
  'A streamed call needs a connection of its own. Send this call on another connection.',
);
