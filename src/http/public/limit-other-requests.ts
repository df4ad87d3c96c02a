/**
 * Limits requests with a valid key, except translate calls and uploads, which have their own limits. A
 * request is counted after its key was checked, so that invalid bodies count too, and refused after its body
 * was checked: a client must learn that its request is invalid, not that it should retry it later.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OtherRequestAdmission, OtherRequests } from '../../gateway/other-requests.ts';
import { sendProblem } from '../problem-reply.ts';
import { multipartType } from '../raw-body.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { callerOf } from './request-caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The decision of the limit on other requests, after the request was counted. */
    otherRequestAdmission: OtherRequestAdmission | undefined;
  }
}

/** Must be called after the hook that checks keys is registered. */
export function limitOtherRequests(app: FastifyInstance, requests: OtherRequests): void {
  app.decorateRequest('otherRequestAdmission', undefined);
  app.addHook('onRequest', async (request, reply) => {
    if (request.caller === undefined || hasItsOwnLimits(request)) return undefined;
    request.otherRequestAdmission = await requests.admit(request.caller);
    // This route responds in `onRequest`, so `preHandler` never runs.
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
