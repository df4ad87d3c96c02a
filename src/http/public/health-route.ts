import Type from 'typebox';
import { problem } from '../../lib/errors.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';

/** Whether calls can be served. The details are for operators only and are not shown here. */
export interface ServiceHealth {
  isServing(): Promise<boolean>;
}

const retryAfterSeconds = 5;

export function healthRoute(health: ServiceHealth): RouteDefinition {
  return {
    method: 'GET',
    url: '/health',
    access: 'open',
    schema: { response: { 200: Type.Object({ status: Type.String({ description: '`ok`.' }) }) } },
    describes: {
      operationId: 'readHealth',
      summary: 'Check whether the service can serve calls',
      description:
        'Returns 200 if the service can serve calls, and 503 with `Retry-After` if it cannot. Needs no key.',
      answerExample: { status: 'ok' },
    },
    handler: async (_request, reply) => {
      if (await health.isServing()) return reply.send({ status: 'ok' });
      return sendProblem(
        reply,
        problem(
          'service_unavailable',
          'The service cannot serve calls right now. Try again later.',
          retryAfterSeconds,
        ),
      );
    },
  };
}
