/** The playground: real calls through the public API's gateway, charged to the team as live traffic of the browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import type { Sessions } from '../../../accounts/users/sessions.ts';
import { writingStyles, writingTones } from '../../../engines/engine.ts';
import { startCallLifetime } from '../../../gateway/call-lifetime.ts';
import type { CallOutcome, Gateway } from '../../../gateway/translate-call.ts';
import { fingerprintOf, type IdempotencyFingerprint } from '../../../lib/idempotency.ts';
import { answerLanguageTag } from '../../../lib/language-tag.ts';
import { done, type Outcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { TranslationRequest } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { formalityOption } from '../../formality-option.ts';
import { idempotencyKeyOf } from '../../idempotency-key.ts';
import { customInstructions, instructionsOption, styleId } from '../../instruction-members.ts';
import { noteAnswer, noteCharacters, noteLanguages } from '../../logged-calls.ts';
import { route } from '../../route.ts';
import { serveCall } from '../../serve-call.ts';
import {
  contextText,
  formality,
  languageTag,
  readTextMembers,
  textMembers,
  texts,
  warnings,
} from '../../translate-members.ts';
import { PartStream, partStreamHeaders, partStreamType } from './part-stream.ts';
import { actorOf, sessionOf, teamOf } from './request-user.ts';
import { refuseNow } from './session-guard.ts';
import { refuseSharedConnection, streamedCallPath } from './stream-connections.ts';

export interface PlaygroundParts {
  readonly gateway: Gateway;
  readonly sessions: Sessions;
  readonly playgroundKeys: PlaygroundKeys;
  readonly callDeadlineMs: number;
}

const warned = 'An engine that does not follow it is a warning.';
const sharedMembers = {
  text: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }),
  source_lang: Type.Optional(languageTag),
  engine: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  tag_handling: textMembers.tag_handling,
};
const streamSchema = Type.Object({
  ...sharedMembers,
  target_lang: languageTag,
  formality: Type.Optional(formality),
  glossary_id: Type.Optional(Type.String({ format: 'uuid' })),
  custom_instructions: Type.Optional(customInstructions(warned)),
  style_id: Type.Optional(styleId(warned)),
});
/** Alternatives are written when the whole translation is there, so they are not streamed. */
const translateSchema = Type.Object({
  ...streamSchema.properties,
  // Live translation sends the sentences that changed: all of them, if the text was pasted.
  text: texts,
  context: Type.Optional(contextText),
  alternatives: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
});
const rephraseSchema = Type.Object({
  ...sharedMembers,
  target_lang: Type.Optional(languageTag),
  task: Type.Enum(['rephrase', 'correct']),
  writing_style: Type.Optional(Type.Enum([...writingStyles])),
  tone: Type.Optional(Type.Enum([...writingTones])),
});
const translatedSchema = Type.Object({
  translations: Type.Array(
    Type.Object({
      text: Type.String(),
      detected_source_language: Type.String(),
      engine: Type.String(),
      glossary_terms: Type.Array(Type.Object({ source: Type.String(), target: Type.String() })),
      alternatives: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  characters: Type.Integer(),
  warnings,
  steps: Type.Record(Type.String(), Type.Number(), { description: 'milliseconds by step' }),
});

const fromBrowser = { dialect: 'browser' } as const;

/** What all calls of the playground have in common. */
const charged = {
  endsInCharge: true,
  onRequest: refuseSharedConnection,
  bodyLimit: requestLimits.maxTranslateBodyBytes,
} as const;

/** A page whose answer was lost repeats its call: the charge may have been made. */
const repeatable = {
  headers: { 'Idempotency-Key': 'Repeating the call with the same key and body is not charged again.' },
} as const;

export function playgroundRoutes(parts: PlaygroundParts): RouteDefinition[] {
  const { gateway, sessions, playgroundKeys, callDeadlineMs } = parts;
  const answerWhole = async (request: FastifyRequest, reply: FastifyReply, asked: TranslationRequest) => {
    const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
    request.callOwner = caller;
    noteLanguages(request, asked);
    const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
    return serveCall(request, lifetime, async (call) => {
      const idempotency = idempotencyOf(request, caller.teamId);
      const wanted = { ...fromBrowser, request: asked, idempotency, skipsCache: false };
      const outcome = await gateway.translate({ ...call, ...wanted, caller, lifetime });
      if (!outcome.ok) return outcome;
      noteAnswer(request, outcome);
      if (outcome.replayed) reply.header('idempotent-replayed', 'true');
      return done(toAnswer(outcome, call.steps));
    });
  };
  return [
    route('POST', '/api/teams/:team/translate', 'translator', {
      ...charged,
      ...repeatable,
      call: { kind: 'translate', ...fromBrowser },
      operationId: 'tryOut',
      summary: 'Translate a text on the playground',
      body: translateSchema,
      response: { 200: translatedSchema },
      handler: (request, reply) => answerWhole(request, reply, toRequest(request.body)),
    }),
    route('POST', '/api/teams/:team/rephrase', 'translator', {
      ...charged,
      ...repeatable,
      call: { kind: 'rephrase', ...fromBrowser },
      operationId: 'tryRephrasing',
      summary: 'Rephrase or correct a text on the playground',
      body: rephraseSchema,
      response: { 200: translatedSchema },
      handler: (request, reply) => answerWhole(request, reply, toRephraseRequest(request.body)),
    }),
    route('POST', streamedCallPath, 'translator', {
      ...charged,
      call: { kind: 'translate', ...fromBrowser },
      operationId: 'tryOutStreamed',
      summary: 'Translate a text on the playground, and get each part as soon as it is translated',
      description:
        'One JSON object per line. `{"type":"part","index","text","detected_source_language","engine","characters"}` continues the translation of the text with that index. The last line is `{"type":"done"}` with the members of the response of `tryOut` without the texts, or `{"type":"error","code","detail","characters"}`. The whole call is held before the first part; what was sent is charged.',
      body: streamSchema,
      answers: partStreamType,
      handler: async (request, reply) => {
        const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
        const asked = { ...toRequest(request.body), alternatives: undefined, inParts: true };
        request.callOwner = caller;
        noteLanguages(request, asked);
        const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
        const stream = new PartStream(lifetime);
        const reader = stream.reader(() => refuseNow(sessions, request));
        const outcome = serveCall(request, lifetime, async (call) => {
          const wanted = {
            ...fromBrowser,
            request: asked,
            idempotency: undefined,
            skipsCache: false,
            reader,
          };
          const ended = await gateway.translate({ ...call, ...wanted, caller, lifetime });
          if (ended.ok) noteAnswer(request, ended);
          else noteCharacters(request, stream.characters);
          return ended.ok ? done(toSummary(ended, call.steps)) : ended;
        });
        request.callEnded = outcome;
        const first = await Promise.race([stream.begun, outcome]);
        if (first !== 'begun' && !first.ok) return first;
        void endStream(request, stream, outcome);
        reply.headers(partStreamHeaders);
        return done(stream.body);
      },
    }),
  ];
}

/** Keys belong to a person: they cannot meet those of the team's API keys, or of somebody else in the team. */
function idempotencyOf(request: FastifyRequest, teamId: string): IdempotencyFingerprint | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const { userId } = sessionOf(request);
  const { url } = request.routeOptions;
  return fingerprintOf(teamId, `${userId}:${key}`, `${url}${JSON.stringify(request.body)}`);
}

function toRequest(body: Static<typeof translateSchema>): TranslationRequest {
  return {
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    engine: body.engine,
    ...readTextMembers(body),
    formality: formalityOption(body.formality, 'never refuses'),
    glossary: body.glossary_id === undefined ? undefined : { ids: [body.glossary_id] },
    instructions: instructionsOption(body, 'never refuses'),
    alternatives: body.alternatives,
    context: body.context,
  };
}

function toRephraseRequest(body: Static<typeof rephraseSchema>): TranslationRequest {
  return {
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    engine: body.engine,
    ...readTextMembers(body),
    rephrase: { task: body.task, style: body.writing_style, tone: body.tone },
  };
}

/** Sends how the call ended. An unexpected error breaks the connection, so that nobody takes the text for whole. */
async function endStream(
  request: FastifyRequest,
  stream: PartStream,
  outcome: Promise<Outcome<object>>,
): Promise<void> {
  try {
    const ended = await outcome;
    if (ended.ok) stream.end({ type: 'done', ...ended.value });
    else {
      const { code, detail } = ended.problem;
      // For the log: the status was sent with the first part.
      request.problemCode = code;
      stream.end({ type: 'error', code, detail, characters: stream.characters });
    }
  } catch {
    // The gateway has counted and logged it.
    stream.destroy();
  }
}

function toSummary(outcome: Extract<CallOutcome, { ok: true }>, steps: object) {
  const { translations, ...rest } = toAnswer(outcome, steps);
  return { translations: translations.map(({ text: _, ...facts }) => facts), ...rest };
}

function toAnswer(outcome: Extract<CallOutcome, { ok: true }>, steps: object) {
  const { translations, characters, warnings } = outcome;
  return {
    translations: translations.map(({ text, source, engine, terms, alternatives }) => ({
      text,
      detected_source_language: answerLanguageTag(source),
      engine,
      glossary_terms: terms,
      ...(alternatives && { alternatives }),
    })),
    characters,
    warnings,
    steps,
  };
}
