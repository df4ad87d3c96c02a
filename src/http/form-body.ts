/** The body parsers of the routes that also accept forms (see lib/strict-form.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pace } from '../lib/event-loop-turns.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { type FormMembers, parseStrictForm, type StrictForm } from '../lib/strict-form.ts';
import { boundaryOf, parseStrictFormData } from '../lib/strict-form-data.ts';
import { bodyText, refuseOtherCharsets } from './body-text.ts';
import { paceOf } from './pace-of-request.ts';
import { mediaTypeOf, multipartType } from './raw-body.ts';
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

/** Forms of the type for files, but without any: libraries send every form so. Call it in a scope of its own. */
export function acceptFormData(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    multipartType,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const contentType = request.headers['content-type'] ?? '';
      const boundary = boundaryOf(contentType);
      if (boundary === undefined) throw invalidRequest('The Content-Type of the form needs one boundary.');
      return readForm(contentType, body, paceOf(request), (text) =>
        parseStrictFormData(text, boundary, requestLimits.maxFormMembers),
      );
    },
  );
}

export function parseFormBody(contentType: string, body: Buffer, pace: Pace): Promise<FormMembers> {
  return readForm(contentType, body, pace, (text) => parseStrictForm(text, requestLimits.maxFormMembers));
}

async function readForm(
  contentType: string,
  body: Buffer,
  pace: Pace,
  parse: (text: string) => StrictForm,
): Promise<FormMembers> {
  if (pace.isOver) await pace.next();
  const text = bodyText(contentType, body);
  if (pace.isOver) await pace.next();
  const parsed = parse(text);
  if (!parsed.ok) throw (parsed.isTooLarge ? largeBody : invalidRequest)(parsed.reason);
  return parsed.members;
}
