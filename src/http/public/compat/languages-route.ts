import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../../lib/errors.ts';
import { answerLanguageTag, languageName } from '../../../lib/language-tag.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { rememberPerRoutes } from '../remember-per-routes.ts';
import { sourceLanguages, targetLanguages } from './language-rows.ts';
import { readMember } from './request-members.ts';

/** Source or target languages, as `type` asks. One library asks by POST, one by a GET with a body. */
export function compatLanguagesRoutes(routesFor: Translator['routesFor']): RouteDefinition[] {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const rows = rowsOf(routesFor(request.caller?.engines));
    const type = (await readMember(request, 'type')) ?? 'source';
    const asked = typeof type === 'string' && Object.hasOwn(rows, type) ? rows[type] : undefined;
    return asked === undefined ? sendProblem(reply, unknownType) : reply.send(asked);
  };
  return (['GET', 'POST'] as const).map((method) => ({
    method,
    url: '/v2/languages',
    access: 'translate',
    handler,
  }));
}

const rowsOf = rememberPerRoutes(
  (languages): Readonly<Record<string, object[]>> => ({
    source: sourceLanguages(languages).map(describe),
    target: targetLanguages(languages).map((tag) => ({
      ...describe(tag),
      supports_formality: languages.hasFormality(tag),
    })),
  }),
);

const unknownType = problem('invalid_request', 'type must be one of source, target.');

function describe(tag: string) {
  return { language: answerLanguageTag(tag), name: languageName(tag) };
}
