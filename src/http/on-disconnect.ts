import type { FastifyRequest } from 'fastify';

/** Calls back when the client hangs up before it has its response. Returns a function that stops watching. */
export function onDisconnect({ raw: { socket } }: FastifyRequest, callback: () => void): () => void {
  // The client may have hung up during authentication; the event has then already fired.
  if (socket.destroyed) callback();
  socket.once('close', callback);
  return () => socket.off('close', callback);
}
