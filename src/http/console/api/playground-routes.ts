/** The playground: real calls through the public API's gateway, charged to the team as test traffic. */
import Type, { type Static } from 'typebox';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import { startCallLifetime } from '../../../gateway/call-lifetime.ts';
import type { Gateway } from '../../../gateway/translate-call.ts';
import { answerLanguageTag, languageName } from '../../../lib/language-tag.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import type { TranslationRequest, Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { formalityOption } from '../../formality-option.ts';
import { onDisconnect } from '../../on-disconnect.ts';
import { sendProblem } from '../../problem-reply.ts';
import { formality, languageTag, readTextMembers, textMembers, warnings } from '../../translate-members.ts';
import { actorOf, teamOf } from './acting.ts';

export interface PlaygroundParts {
  readonly gateway: Gateway;
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
  return [translateRoute(parts), languagesRoute(parts)];
}

function translateRoute({ gateway, playgroundKeys, callDeadlineMs }: PlaygroundParts): RouteDefinition {
  return {
    method: 'POST',
    url: '/api/teams/:team/translate',
    access: 'member',
    endsInCharge: true,
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    describes: { operationId: 'tryOut', summary: 'Translate a text on the playground' },
    schema: { body: translateSchema, response: { 200: translatedSchema } },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof translateSchema>;
      const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
      const lifetime = startCallLifetime(callDeadlineMs - reply.elapsedTime);
      const stopWatching = onDisconnect(request, () => lifetime.disconnect());
      const steps = {};
      request.steps = steps;
      try {
        const outcome = await gateway.translate({
          id: request.id,
          caller,
          request: toRequest(body),
          lifetime,
          idempotency: undefined,
          skipsCache: false,
          steps,
          span: request.span,
        });
        if (!outcome.ok) return sendProblem(reply, outcome.problem);
        const { translations, characters } = outcome;
        return {
          translations: translations.map(({ text, source, engine, terms }) => ({
            text,
            detected_source_language: answerLanguageTag(source),
            engine,
            glossary_terms: terms,
          })),
          characters,
          warnings: outcome.warnings,
          steps,
        };
      } finally {
        stopWatching();
        lifetime.end();
      }
    },
  };
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

function languagesRoute({ playgroundKeys, routesFor }: PlaygroundParts): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/languages',
    access: 'member',
    describes: {
      operationId: 'listLanguages',
      summary: 'List the target languages of the team, each with its source languages',
    },
    schema: { response: { 200: languagesSchema } },
    handler: async (request) => {
      const engines = await playgroundKeys.enginesOf(teamOf(request).teamId);
      return { targets: describeTargets(routesFor(engines)) };
    },
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
