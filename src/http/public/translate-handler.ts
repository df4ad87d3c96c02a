/**
 * Handles a translate call from its validated body to its response, for every path that offers it. The paths
 * differ only in how they read the body and write the response, which their dialect defines.
 */
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, RouteHandlerMethod } from 'fastify';
import { startCallLifetime } from '../../gateway/call-lifetime.ts';
import type { CallOutcome, Gateway } from '../../gateway/translate-call.ts';
import type { Problem } from '../../lib/errors.ts';
import { fingerprintOf, type IdempotencyFingerprint } from '../../lib/idempotency.ts';
import type { TranslationRequest } from '../../translate/translator.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { onDisconnect } from '../on-disconnect.ts';
import { sendProblem } from '../problem-reply.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

export type Answered = Extract<CallOutcome, { ok: true }>;

export interface TranslateDialect<Body> {
  /** Returns why a body is refused although it matches the schema, if it is. */
  refuse?(body: Body): Problem | undefined;
  toRequest(body: Body): TranslationRequest;
  toAnswer(answered: Answered, body: Body): object;
}

export function translateHandler<Body>(
  gateway: Gateway,
  callDeadlineMs: number,
  dialect: TranslateDialect<Body>,
): RouteHandlerMethod {
  return async (request, reply) => {
    const { caller } = request;
    if (caller === undefined) throw new Error('a translate call reached its handler without a caller');
    const body = request.body as Body;
    const refusal = dialect.refuse?.(body);
    if (refusal !== undefined) return sendProblem(reply, refusal);
    const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
    const stopWatching = onDisconnect(request, () => lifetime.disconnect());
    const steps = {};
    request.steps = steps;
    try {
      const idempotency = idempotencyOf(request, caller.teamId);
      const call = {
        id: request.id,
        caller,
        request: dialect.toRequest(body),
        lifetime,
        idempotency,
        skipsCache: skipsCache(request),
        steps,
        span: request.span,
      };
      const outcome = await gateway.translate(call);
      return sendOutcome(reply, outcome, (answered) => dialect.toAnswer(answered, body));
    } finally {
      stopWatching();
      lifetime.end();
    }
  };
}

/** After the hooks that check the key, and before the body: the body of a call that is shed is not read. */
export function shedOnArrival(gateway: Gateway, callDeadlineMs: number): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { caller } = request;
    if (caller === undefined) throw new Error('a translate call came without a caller');
    const deadlineMs = Date.now() + callDeadlineMs - reply.elapsedTime;
    const refusal = gateway.shedOnArrival({ caller, deadlineMs, skipsCache: skipsCache(request) });
    return refusal === undefined ? undefined : sendProblem(reply, refusal);
  };
}

function sendOutcome(
  reply: FastifyReply,
  outcome: CallOutcome,
  toAnswer: (answered: Answered) => object,
): FastifyReply {
  if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(toAnswer(outcome));
}

function skipsCache({ headers }: FastifyRequest): boolean {
  return /\bno-store\b/i.test(headers['cache-control'] ?? '');
}

function idempotencyOf(request: FastifyRequest, teamId: string): IdempotencyFingerprint | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  return fingerprintOf(teamId, key, JSON.stringify(request.body));
}
