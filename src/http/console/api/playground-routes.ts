/** The playground: real calls through the public API's gateway, charged to the team as test traffic. */
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import type { Sessions } from '../../../accounts/users/sessions.ts';
import { startCallLifetime } from '../../../gateway/call-lifetime.ts';
import type { CallOutcome, Gateway } from '../../../gateway/translate-call.ts';
import { answerLanguageTag, languageName } from '../../../lib/language-tag.ts';
import { done, type Outcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import type { TranslationRequest, Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { formalityOption } from '../../formality-option.ts';
import { route } from '../../route.ts';
import { serveCall } from '../../serve-call.ts';
import { formality, languageTag, readTextMembers, textMembers, warnings } from '../../translate-members.ts';
import { PartStream, partStreamHeaders, partStreamType } from './part-stream.ts';
import { actorOf, teamOf } from './request-user.ts';
import { refuseNow } from './session-guard.ts';
import { refuseSharedConnection, streamedCallPath } from './stream-connections.ts';

export interface PlaygroundParts {
  readonly gateway: Gateway;
  readonly sessions: Sessions;
  readonly playgroundKeys: PlaygroundKeys;
  readonly routesFor: Translator['routesFor'];
  readonly callDeadlineMs: number;
}

const translateSchema = Type.Object({
  text: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }),
  target_lang: languageTag,
  source_lang: Type.Optional(languageTag),
  formality: Type.Optional(formality),
  glossary_id: Type.Optional(Type.String({ format: 'uuid' })),
  tag_handling: textMembers.tag_handling,
});
const translatedSchema = Type.Object({
  translations: Type.Array(
    Type.Object({
      text: Type.String(),
      detected_source_language: Type.String(),
      engine: Type.String(),
      glossary_terms: Type.Array(Type.Object({ source: Type.String(), target: Type.String() })),
    }),
  ),
  characters: Type.Integer(),
  warnings,
  steps: Type.Record(Type.String(), Type.Number(), { description: 'milliseconds by step' }),
});
const language = Type.Object({ code: Type.String(), name: Type.String() });
const languagesSchema = Type.Object({
  targets: Type.Array(Type.Object({ ...language.properties, sources: Type.Array(language) })),
});

export function playgroundRoutes(parts: PlaygroundParts): RouteDefinition[] {
  const { gateway, sessions, playgroundKeys, routesFor, callDeadlineMs } = parts;
  return [
    route('POST', '/api/teams/:team/translate', 'member', {
      endsInCharge: true,
      onRequest: refuseSharedConnection,
      bodyLimit: requestLimits.maxTranslateBodyBytes,
      operationId: 'tryOut',
      summary: 'Translate a text on the playground',
      body: translateSchema,
      response: { 200: translatedSchema },
      handler: async (request, reply) => {
        const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
        const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
        return serveCall(request, lifetime, async (call) => {
          const wanted = { request: toRequest(request.body), idempotency: undefined, skipsCache: false };
          const outcome = await gateway.translate({ ...call, ...wanted, caller, lifetime });
          return outcome.ok ? done(toAnswer(outcome, call.steps)) : outcome;
        });
      },
    }),
    route('POST', streamedCallPath, 'member', {
      endsInCharge: true,
      onRequest: refuseSharedConnection,
      bodyLimit: requestLimits.maxTranslateBodyBytes,
      operationId: 'tryOutStreamed',
      summary: 'Translate a text on the playground, and get each part as soon as it is translated',
      description:
        'One JSON object per line. `{"type":"part","index","text","detected_source_language","engine","characters"}` continues the translation of the text with that index. The last line is `{"type":"done"}` with the members of the response of `tryOut` without the texts, or `{"type":"error","code","detail","characters"}`. The whole call is held before the first part; what was sent is charged.',
      body: translateSchema,
      answers: partStreamType,
      handler: async (request, reply) => {
        const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
        const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
        const stream = new PartStream(lifetime);
        const reader = stream.reader(() => refuseNow(sessions, request));
        const outcome = serveCall(request, lifetime, async (call) => {
          const asked = { ...toRequest(request.body), inParts: true };
          const wanted = { request: asked, idempotency: undefined, skipsCache: false, reader };
          const ended = await gateway.translate({ ...call, ...wanted, caller, lifetime });
          return ended.ok ? done(toSummary(ended, call.steps)) : ended;
        });
        const first = await Promise.race([stream.begun, outcome]);
        if (first !== 'begun' && !first.ok) return first;
        void endStream(request, stream, outcome);
        reply.headers(partStreamHeaders);
        return done(stream.body);
      },
    }),
    route('GET', '/api/teams/:team/languages', 'member', {
      operationId: 'listLanguages',
      summary: 'List the target languages of the team, each with its source languages',
      response: { 200: languagesSchema },
      handler: async (request) => {
        const engines = await playgroundKeys.enginesOf(teamOf(request).teamId);
        return done({ targets: describeTargets(routesFor(engines)) });
      },
    }),
  ];
}

function toRequest(body: Static<typeof translateSchema>): TranslationRequest {
  return {
    texts: body.text,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    ...readTextMembers(body),
    formality: formalityOption(body.formality, 'never refuses'),
    glossary: body.glossary_id === undefined ? undefined : { ids: [body.glossary_id] },
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
    translations: translations.map(({ text, source, engine, terms }) => ({
      text,
      detected_source_language: answerLanguageTag(source),
      engine,
      glossary_terms: terms,
    })),
    characters,
    warnings,
    steps,
  };
}

function describeTargets({ all }: LanguageRoutes) {
  const byTarget = Map.groupBy(all, ({ target }) => target);
  return [...byTarget]
    .map(([target, routes]) => ({ ...describe(target), sources: byName(routes.map(({ source }) => source)) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function byName(tags: readonly string[]) {
  return tags.map(describe).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function describe(tag: string) {
  return { code: answerLanguageTag(tag), name: languageName(tag) };
}
