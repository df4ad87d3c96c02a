/**
 * Calls of a listener from inside the process. They have no connection, so the signal of whoever waits for the answer takes its
 * place: when it fires, the call ends as if its client had hung up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

const waiting = new AsyncLocalStorage<AbortSignal>();

/** To be called before the listener is ready. */
export function followInProcessCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (socket instanceof Socket) return;
    const signal = waiting.getStore();
    if (signal === undefined) return;
    const hangUp = () => {
      // What a connection shows that was closed by its client.
      Object.assign(socket, { destroyed: true });
      (socket as Socket).emit('close');
    };
    if (signal.aborted) hangUp();
    signal.addEventListener('abort', hangUp, { once: true });
    reply.raw.once('close', () => signal.removeEventListener('abort', hangUp));
  });
}

/** Rejects when the listener is closing. */
export function callInProcess(
  listener: FastifyInstance,
  call: InjectOptions,
  signal: AbortSignal,
): Promise<LightMyRequestResponse> {
  return waiting.run(signal, async () => listener.inject(call));
}

/** Whether a call found its listener closing, or was cut off by it. */
export function isClosing(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'FST_ERR_REOPENED_CLOSE_SERVER' || code === 'LIGHT_ECONNRESET';
}
