import type { FastifyRequest } from 'fastify';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';

/** Work on a request's data shares the event loop fairly: by team, or by address if there is no team. */
export function paceOf({ caller, clientAddress }: FastifyRequest): Pace {
  return mainThread.paceFor(caller?.teamId ?? clientAddress);
}
