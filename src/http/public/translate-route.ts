import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { startCallLifetime } from '../../gateway/call-lifetime.ts';
import type { CallOutcome, Gateway } from '../../gateway/translate-call.ts';
import { ProblemError, problem } from '../../lib/errors.ts';
import { answerLanguageTag, maxLanguageTagLength } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { fingerprintOf, type IdempotencyFingerprint } from '../../metering/idempotency.ts';
import { type Warning, warn } from '../../translate/warnings.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const languageTag = Type.String({ minLength: 1, maxLength: maxLanguageTagLength });
const formalities = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

const bodySchema = Type.Object({
  text: Type.Array(Type.String(), { minItems: 1, maxItems: requestLimits.maxTextsPerCall }),
  target_lang: languageTag,
  source_lang: Type.Optional(Type.Union([languageTag, Type.Null()])),
  formality: Type.Optional(Type.Enum([...formalities])),
  context: Type.Optional(Type.String({ maxLength: requestLimits.maxContextCharacters })),
});

const responseSchema = Type.Object({
  translations: Type.Array(Type.Object({ text: Type.String(), detected_source_language: Type.String() })),
  characters: Type.Integer(),
  warnings: Type.Optional(Type.Array(Type.Object({ code: Type.String(), detail: Type.String() }))),
});

type TranslateBody = Static<typeof bodySchema>;

/** Members that change a translation where they are offered. Other unknown members are ignored in silence. */
const notOfferedMembers = ['tag_handling', 'glossary_id', 'glossary', 'engine'] as const;

export function translateRoute(gateway: Gateway, callDeadlineMs: number): RouteDefinition {
  return {
    method: 'POST',
    url: '/v1/translate',
    access: 'translate',
    endsInCharge: true,
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    schema: { body: bodySchema, response: { 200: responseSchema } },
    describes: {
      operationId: 'translate',
      summary: 'Translate texts',
      headers: { 'Idempotency-Key': 'A repeat of the call with the same key and body is charged nothing.' },
      example: { body: { text: ['The house is big.'], target_lang: 'ES' } },
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller === undefined) throw new Error('a translate call reached its handler without a caller');
      const body = request.body as TranslateBody;
      const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
      const stopWatching = onDisconnect(request, () => lifetime.disconnect());
      try {
        const idempotency = idempotencyOf(request, caller.teamId);
        const call = { id: request.id, caller, request: toRequest(body), lifetime, idempotency };
        const outcome = await gateway.translate(call);
        request.steps = outcome.steps;
        return sendOutcome(reply, outcome, ignoredMembers(body));
      } finally {
        stopWatching();
        lifetime.end();
      }
    },
  };
}

function toRequest(body: TranslateBody) {
  return {
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang ?? undefined,
    wantsFormality: body.formality !== undefined && body.formality !== 'default',
  };
}

function sendOutcome(reply: FastifyReply, outcome: CallOutcome, ignored: Warning[]): FastifyReply {
  if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  const warnings = [...outcome.warnings, ...ignored];
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send({
    translations: outcome.translations.map(({ text, source }) => ({
      text,
      detected_source_language: answerLanguageTag(source),
    })),
    characters: outcome.characters,
    ...(warnings.length > 0 && { warnings }),
  });
}

const maxIdempotencyKeyLength = 255;

function idempotencyOf(request: FastifyRequest, teamId: string): IdempotencyFingerprint | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > maxIdempotencyKeyLength) {
    throw new ProblemError(
      problem('invalid_request', `Idempotency-Key must have 1 to ${maxIdempotencyKeyLength} characters.`),
    );
  }
  return fingerprintOf(teamId, key, JSON.stringify(request.body));
}

function ignoredMembers(body: object): Warning[] {
  return notOfferedMembers
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => warn('option_ignored', `${name} is not offered by this server; it was ignored.`));
}

/** Calls back when the client hangs up before it has its answer. Returns how to stop watching. */
function onDisconnect(request: FastifyRequest, callback: () => void): () => void {
  const { socket } = request.raw;
  // It may have hung up while its key was checked; the event is over then.
  if (socket.destroyed) callback();
  socket.once('close', callback);
  return () => socket.off('close', callback);
}
