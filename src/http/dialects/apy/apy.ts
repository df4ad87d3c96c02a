/** The API of Apertium APy, under `/apy`: one text in a call, three-letter codes, parameters in the query or in a form. */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { done } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import { defineRoutes, type RouteDefinition } from '../../define-routes.ts';
import { problemResponse } from '../../problem-reply.ts';
import { cachePerRoutes } from '../../public/cache-per-routes.ts';
import { callerOf } from '../../public/request-caller.ts';
import { translateHandler } from '../../public/translate-handler.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import { detectOne } from '../detect-language.ts';
import type { Dialect } from '../dialect.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { type Members, membersOf, textMember } from '../request-members.ts';
import {
  languagesOf,
  type SingleTextBody,
  type SingleTextRequest,
  singleTextDialect,
} from '../single-text-call.ts';
import { withinRights } from '../within-rights.ts';
import { toApyCode } from './apy-codes.ts';

const prefix = '/apy';

export const apy: Dialect = {
  name: 'apy',
  prefix,
  keyInQuery: 'key',
  keyInBody: 'key',
  toProblemResponse(problem) {
    const { status, headers } = problemResponse(problem);
    const message = STATUS_CODES[status] ?? 'Error';
    return { status, headers, body: { status: 'error', code: status, message, explanation: problem.detail } };
  },
};

const dialect = singleTextDialect('apy', ({ text }) => answer({ translatedText: text }));

const showPairs = cachePerRoutes(({ all }: LanguageRoutes) =>
  answer(
    all.map(({ source, target }) => ({
      sourceLanguage: toApyCode(source),
      targetLanguage: toApyCode(target),
    })),
  ),
);

export function addApy(app: FastifyInstance, parts: DialectParts): void {
  const { gateway, callDeadlineMs, routesFor } = parts;
  const translate = translateHandler(gateway, callDeadlineMs, dialect);
  const both = (path: string, more: Omit<Parameters<typeof route>[3], 'response'>): RouteDefinition[] =>
    (['GET', 'POST'] as const).map((method) =>
      route(method, `${prefix}${path}`, 'translate', {
        bodyLimit: requestLimits.maxTranslateBodyBytes,
        response: { 200: Type.Any() },
        ...more,
      }),
    );
  defineRoutes(app, [
    route('GET', `${prefix}/listPairs`, 'open', {
      response: { 200: Type.Any() },
      handler: async () => done(showPairs(routesFor(undefined))),
    }),
    ...both('/identifyLang', {
      handler: async (request) => {
        const { teamId, engines } = callerOf(request);
        const text = requiredMember(membersOf(request), 'q');
        return done({ [toApyCode(await detectOne(text, routesFor(engines), teamId))]: 1 });
      },
    }),
    ...both('/translate', {
      endsInCharge: true,
      call: { kind: 'translate', dialect: 'apy' },
      preValidation: async (request) => {
        request.body = withinRights(routesFor, callerOf(request), (routes) => readBody(request, routes));
      },
      handler: async (request, reply) => translate(request as SingleTextRequest, reply),
    }),
  ]);
}

function readBody(request: FastifyRequest, routes: LanguageRoutes): SingleTextBody {
  const members = membersOf(request);
  const text = requiredMember(members, 'q');
  const [source = '', target = '', ...more] = requiredMember(members, 'langpair').split('|', 3);
  if (source === '' || target === '' || more.length > 0)
    throw invalidRequest('That pair is invalid, use e.g. eng|spa');
  const format = (textMember(members, 'format') ?? textMember(members, 'deformat'))?.toLowerCase();
  const markup = format === 'html' ? 'html' : undefined;
  const codes = { source: source === 'auto' ? undefined : source, target };
  return { text, markup, ...languagesOf(routes, codes, () => 'That pair is not installed') };
}

function requiredMember(members: Members, name: string): string {
  const value = textMember(members, name);
  if (value === undefined) throw invalidRequest(`Missing argument ${name}`);
  return value;
}

function answer<T>(responseData: T) {
  return { responseData, responseDetails: null, responseStatus: 200 };
}
