/** The API of LibreTranslate, at the root of the listener: its clients know a server's URL and nothing else. */
import type { FastifyInstance } from 'fastify';
import type { Problem, ProblemCode } from '../../../lib/errors.ts';
import { defineRoutes } from '../../define-routes.ts';
import { acceptFormData } from '../../form-body.ts';
import { problemResponse } from '../../problem-reply.ts';
import { healthRoute } from '../../public/health-route.ts';
import { missingKey } from '../admit-caller.ts';
import type { Dialect } from '../dialect.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { detectRoute } from './detect-route.ts';
import { addFileRoutes } from './file-routes.ts';
import { openRoutes } from './open-routes.ts';
import { translateRoute } from './translate-route.ts';

/** Its clients know 400, 403, 429 and 5xx only. Other statuses are those of every listener. */
const statuses: Partial<Readonly<Record<ProblemCode, number>>> = {
  unauthorized: 403,
  key_revoked: 403,
  quota_exceeded: 403,
  payload_too_large: 400,
  unsupported_media_type: 400,
};

export const libreTranslate: Dialect = {
  name: 'libretranslate',
  prefix: '',
  keyInQuery: 'api_key',
  keyInBody: 'api_key',
  toProblemResponse(problem) {
    const { status, headers } = problemResponse(problem);
    const { 'www-authenticate': _challenge, ...rest } = headers;
    return {
      status: problem === missingKey ? 400 : (statuses[problem.code] ?? status),
      headers: rest,
      body: { error: sentenceOf(problem) },
    };
  },
};

export function addLibreTranslate(app: FastifyInstance, parts: DialectParts): void {
  defineRoutes(app, [healthRoute(parts.health), ...openRoutes(parts)]);
  // PHP's clients send every form in the type for files. In a scope of its own, because file routes read it otherwise.
  app.register(async (scope) => {
    acceptFormData(scope);
    defineRoutes(scope, [translateRoute(parts), detectRoute(parts)]);
  });
  addFileRoutes(app, parts);
}

/** Clients show these sentences, and some of them look for the words. */
function sentenceOf(problem: Problem): string {
  if (problem === missingKey) return 'Please contact the server operator to get an API key';
  if (problem.code === 'unauthorized') return 'Invalid API key';
  if (problem.code === 'rate_limited') return `Slowdown: ${problem.detail}`;
  // The gateway names the members of `/v1`.
  return problem.detail.replaceAll('source_lang', 'source').replaceAll('target_lang', 'target');
}
