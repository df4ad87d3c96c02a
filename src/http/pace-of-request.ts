import type { FastifyRequest } from 'fastify';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';

/** Work on what a request holds is done in turns with the work for others: by team, or by address where there is none. */
export function paceOf({ caller, clientAddress }: FastifyRequest): Pace {
  return mainThread.paceFor(caller?.teamId ?? clientAddress);
}
