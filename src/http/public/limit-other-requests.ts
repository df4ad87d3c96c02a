/**
 * Limits every request with a good key that is neither a translate call nor an upload, which have their own limits.
 * A request is counted when its key was checked, so that requests with invalid bodies count as well. It is refused
 * after its body was checked: a client must hear that its request is wrong, not that it should send it again later.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OtherRequestAdmission, OtherRequests } from '../../gateway/other-requests.ts';
import { sendProblem } from '../problem-reply.ts';
import { multipartType } from '../raw-body.ts';
import { callerOf } from './acting.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How the limit on other requests judged this one, once it was counted. */
    otherRequestAdmission: OtherRequestAdmission | undefined;
  }
}

/** After the hook that checks keys. */
export function limitOtherRequests(app: FastifyInstance, requests: OtherRequests): void {
  app.decorateRequest('otherRequestAdmission', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (request.caller === undefined || hasItsOwnLimits(request)) return undefined;
    request.otherRequestAdmission = await requests.admit(request.caller);
    // Answered before a body could be checked.
    return request.routeOptions.config.ignoresBody ? refuse(request, reply) : undefined;
  });
  app.addHook('preHandler', async (request, reply) => refuse(request, reply));

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const admission = request.otherRequestAdmission;
    if (admission === undefined) return undefined;
    reply.headers(rateLimitHeaders(admission.rate));
    if (admission.problem === undefined) return undefined;
    requests.countRefusal(callerOf(request).teamId, admission.problem.code);
    return sendProblem(reply, admission.problem);
  }
}

function hasItsOwnLimits({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endsInCharge === true || config.rawBodyTypes?.includes(multipartType) === true;
}
