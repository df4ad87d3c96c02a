/**
 * Handles a translate call from its validated body to its response, for every path that offers it. The paths
 * differ only in how they read the body and write the response, which their dialect defines.
 */
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { startCallLifetime } from '../../gateway/call-lifetime.ts';
import type { CallOutcome, Gateway } from '../../gateway/translate-call.ts';
import type { CallDialect } from '../../lib/call-dialect.ts';
import type { Problem } from '../../lib/errors.ts';
import { fingerprintOf, type IdempotencyFingerprint } from '../../lib/idempotency.ts';
import { done, type Outcome, refusedWith } from '../../lib/outcome.ts';
import type { TranslationRequest } from '../../translate/translator.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { noteAnswer, noteLanguages } from '../logged-calls.ts';
import { sendProblem } from '../problem-reply.ts';
import { reportingTagOf } from '../reporting-tag.ts';
import { serveCall } from '../serve-call.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { callerOf } from './request-caller.ts';

export type Answered = Extract<CallOutcome, { ok: true }>;

export interface TranslateDialect<Body> {
  readonly name: CallDialect;
  /**
   * What the call does, unless it translates. It keeps an Idempotency-Key apart from a call that does something else
   * with the same body.
   */
  readonly operation?: string;
  /** Returns why a body is refused although it matches the schema, if it is. */
  refuse?(body: Body): Problem | undefined;
  toRequest(body: Body): TranslationRequest;
  toAnswer(answered: Answered, body: Body): object;
}

export function translateHandler<Body>(
  gateway: Gateway,
  callDeadlineMs: number,
  dialect: TranslateDialect<Body>,
): (request: FastifyRequest & { readonly body: Body }, reply: FastifyReply) => Promise<Outcome<object>> {
  return async (request, reply) => {
    const caller = callerOf(request);
    const { body } = request;
    const refusal = dialect.refuse?.(body);
    if (refusal !== undefined) return refusedWith(refusal);
    const tag = reportingTagOf(request);
    const asked = dialect.toRequest(body);
    noteLanguages(request, asked);
    const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
    const outcome = await serveCall(request, lifetime, async (call) =>
      gateway.translate({
        ...call,
        caller,
        dialect: dialect.name,
        tag,
        request: asked,
        lifetime,
        idempotency: idempotencyOf(request, caller.teamId, dialect.operation),
        skipsCache: skipsCache(request),
      }),
    );
    if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
    if (!outcome.ok) return outcome;
    noteAnswer(request, outcome);
    if (outcome.replayed) reply.header('idempotent-replayed', 'true');
    return done(dialect.toAnswer(outcome, body));
  };
}

/** After the hooks that check the key, and before the body: the body of a call that is shed is not read. */
export function shedOnArrival(
  gateway: Gateway,
  callDeadlineMs: number,
  dialect: CallDialect,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const caller = callerOf(request);
    const deadlineMs = Date.now() + callDeadlineMs - reply.elapsedTime;
    const refusal = gateway.shedOnArrival({ caller, dialect, deadlineMs, skipsCache: skipsCache(request) });
    return refusal === undefined ? undefined : sendProblem(reply, refusal);
  };
}

function skipsCache({ headers }: FastifyRequest): boolean {
  return /\bno-store\b/i.test(headers['cache-control'] ?? '');
}

function idempotencyOf(
  request: FastifyRequest,
  teamId: string,
  operation = '',
): IdempotencyFingerprint | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  return fingerprintOf(teamId, key, operation + JSON.stringify(request.body));
}
