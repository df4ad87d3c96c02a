/** The API of DeepLX, under `/deeplx`: one text in a call, and the key in a header or in the query. */
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { answerLanguageTag } from '../../../lib/language-tag.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import { defineRoutes } from '../../define-routes.ts';
import { problemResponse } from '../../problem-reply.ts';
import { callerOf } from '../../public/request-caller.ts';
import { translateHandler } from '../../public/translate-handler.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import type { Dialect } from '../dialect.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { bodyMembers, textMember } from '../request-members.ts';
import {
  languagesOf,
  type SingleTextBody,
  type SingleTextRequest,
  singleTextDialect,
} from '../single-text-call.ts';
import { withinRights } from '../within-rights.ts';

const prefix = '/deeplx';

export const deepLx: Dialect = {
  name: 'deeplx',
  prefix,
  keyInQuery: 'token',
  keyInBody: undefined,
  toProblemResponse(problem) {
    const { status, headers } = problemResponse(problem);
    const message = problem.code === 'unauthorized' ? 'Invalid access token' : problem.detail;
    return { status, headers, body: { code: status, message } };
  },
};

const dialect = singleTextDialect('deeplx', ({ text, source }, body) => ({
  code: 200,
  // Clients expect a number of about this size; it means nothing.
  id: randomInt(1_000_000_000, 10_000_000_000),
  data: text,
  // Each would be charged, and a client cannot say that it wants none.
  alternatives: [],
  source_lang: answerLanguageTag(source),
  target_lang: answerLanguageTag(body.target),
  method: 'Free',
}));

export function addDeepLx(app: FastifyInstance, { gateway, callDeadlineMs, routesFor }: DialectParts): void {
  const translate = translateHandler(gateway, callDeadlineMs, dialect);
  const paths = [`${prefix}/translate`, `${prefix}/v1/translate`] as const;
  defineRoutes(
    app,
    paths.map((path) =>
      route('POST', path, 'translate', {
        endsInCharge: true,
        call: { kind: 'translate', dialect: 'deeplx' },
        bodyLimit: requestLimits.maxTranslateBodyBytes,
        response: { 200: Type.Any() },
        preValidation: async (request) => {
          request.body = withinRights(routesFor, callerOf(request), (routes) => readBody(request, routes));
        },
        handler: async (request, reply) => translate(request as SingleTextRequest, reply),
      }),
    ),
  );
}

function readBody(request: FastifyRequest, routes: LanguageRoutes): SingleTextBody {
  const members = bodyMembers(request);
  const text = textMember(members, 'text');
  const target = textMember(members, 'target_lang');
  if (text === undefined) throw invalidRequest('No text to translate. Send it as text.');
  if (target === undefined) throw invalidRequest('No target language. Send it as target_lang.');
  const source = textMember(members, 'source_lang');
  const markup = textMember(members, 'tag_handling')?.toLowerCase();
  if (markup !== undefined && markup !== 'html' && markup !== 'xml')
    throw invalidRequest('tag_handling must be html or xml.');
  const codes = { source: source?.toLowerCase() === 'auto' ? undefined : source, target };
  const explain = (code?: string) =>
    code === undefined ? 'This language pair is not supported.' : `The language ${code} is not supported.`;
  return { text, markup, ...languagesOf(routes, codes, explain) };
}
