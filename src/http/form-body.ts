/** The body parser of the routes that also accept forms (see lib/strict-form.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pace } from '../lib/event-loop-turns.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { type FormMembers, parseStrictForm } from '../lib/strict-form.ts';
import { bodyText, refuseOtherCharsets } from './body-text.ts';
import { paceOf } from './pace-of-request.ts';
import { mediaTypeOf } from './raw-body.ts';
import { invalidRequest, largeBody } from './refusals.ts';

export const formType = 'application/x-www-form-urlencoded';

export type BodyEncoding = 'json' | 'form';

export function encodingOf(request: FastifyRequest): BodyEncoding {
  return mediaTypeOf(request) === formType ? 'form' : 'json';
}

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { headers, routeOptions } = request;
    const contentType = headers['content-type'] ?? '';
    if (routeOptions.config.rawBodyTypes === undefined)
      return parseFormBody(contentType, body, paceOf(request));
    refuseOtherCharsets(contentType);
    return body;
  });
}

export async function parseFormBody(contentType: string, body: Buffer, pace: Pace): Promise<FormMembers> {
  if (pace.isOver) await pace.next();
  const text = bodyText(contentType, body);
  if (pace.isOver) await pace.next();
  const parsed = parseStrictForm(text, requestLimits.maxFormMembers);
  if (!parsed.ok) throw (parsed.isTooLarge ? largeBody : invalidRequest)(parsed.reason);
  return parsed.members;
}
