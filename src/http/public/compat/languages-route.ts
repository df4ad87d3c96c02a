import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../../lib/errors.ts';
import { answerLanguageTag, languageName } from '../../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../../translate/language-routes.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { sourceLanguages, targetLanguages } from './language-rows.ts';
import { readMember } from './request-members.ts';

/** Source or target languages, as `type` asks. One library asks by POST, one by a GET with a body. */
export function compatLanguagesRoutes(languages: LanguageRoutes): RouteDefinition[] {
  // Engines don't change while a process runs, so neither do these.
  const rows: Readonly<Record<string, object[]>> = {
    source: sourceLanguages(languages).map(describe),
    target: targetLanguages(languages).map((tag) => ({
      ...describe(tag),
      supports_formality: languages.hasFormality(tag),
    })),
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
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

const unknownType = problem('invalid_request', 'type must be one of source, target.');

function describe(tag: string) {
  return { language: answerLanguageTag(tag), name: languageName(tag) };
}
