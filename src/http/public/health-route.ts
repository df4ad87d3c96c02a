import Type from 'typebox';
import { done, refused } from '../../lib/outcome.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { route } from '../route.ts';

/** Whether calls can be served. The details are for operators only and are not shown here. */
export interface ServiceHealth {
  isServing(): Promise<boolean>;
}

const notServing = refused(
  'service_unavailable',
  'The service cannot serve calls right now. Try again later.',
  5,
);

export function healthRoute(health: ServiceHealth): RouteDefinition {
  return route('GET', '/health', 'open', {
    operationId: 'readHealth',
    summary: 'Check whether the service can serve calls',
    description:
      'Returns 200 if the service can serve calls, and 503 with `Retry-After` if it cannot. Needs no key.',
    answerExample: { status: 'ok' },
    response: { 200: Type.Object({ status: Type.String({ description: '`ok`.' }) }) },
    handler: async () => ((await health.isServing()) ? done({ status: 'ok' }) : notServing),
  });
}
