/** The body parser of the routes that take forms as well (see lib/strict-form.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestLimits } from '../lib/request-limits.ts';
import { type FormMembers, parseStrictForm } from '../lib/strict-form.ts';
import { bodyText, invalidBody, largeBody, refuseOtherCharsets } from './body-text.ts';

export const formType = 'application/x-www-form-urlencoded';

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    formType,
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
      const contentType = headers['content-type'] ?? '';
      if (routeOptions.config.rawBodyTypes === undefined) return parseFormBody(contentType, body);
      refuseOtherCharsets(contentType);
      return body;
    },
  );
}

export function parseFormBody(contentType: string, body: Buffer): FormMembers {
  const parsed = parseStrictForm(bodyText(contentType, body), requestLimits.maxFormMembers);
  if (!parsed.ok) throw (parsed.isTooLarge ? largeBody : invalidBody)(parsed.reason);
  return parsed.members;
}
