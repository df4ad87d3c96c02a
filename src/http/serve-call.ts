import type { FastifyRequest } from 'fastify';
import type { StepDurations } from '../observability/metrics.ts';
import type { Span } from '../observability/tracing/span.ts';

interface ServedCall {
  readonly id: string;
  readonly steps: StepDurations;
  readonly span: Span | undefined;
}

/** Serves a translate call until it is answered or its client hangs up; its steps are logged with the request. */
export async function serveCall<T>(
  request: FastifyRequest,
  lifetime: { disconnect(): void; end(): void },
  serve: (call: ServedCall) => Promise<T>,
): Promise<T> {
  const { socket } = request.raw;
  const hangUp = () => lifetime.disconnect();
  // The client may have hung up during authentication; the event has then already fired.
  if (socket.destroyed) hangUp();
  socket.once('close', hangUp);
  request.steps = {};
  try {
    return await serve({ id: request.id, steps: request.steps, span: request.span });
  } finally {
    socket.off('close', hangUp);
    lifetime.end();
  }
}
