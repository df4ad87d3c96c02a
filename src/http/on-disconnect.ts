import type { FastifyRequest } from 'fastify';

/** Calls back when the client hangs up before it has its answer. Returns how to stop watching. */
export function onDisconnect({ raw: { socket } }: FastifyRequest, callback: () => void): () => void {
  // It may have hung up while it was checked who calls; the event is over then.
  if (socket.destroyed) callback();
  socket.once('close', callback);
  return () => socket.off('close', callback);
}
