/** The body parser of the JSON routes: strict about encoding, structure and Unicode (see lib/strict-json.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestLimits } from '../lib/request-limits.ts';
import { parseStrictJson } from '../lib/strict-json.ts';
import { bodyText, invalidBody, refuseOtherCharsets, unsupportedBody } from './body-text.ts';
import { isRepeated } from './repeated-header.ts';

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      // Some clients name a content type with every request, also where there is nothing to send.
      request.method === 'DELETE' && body.length === 0 ? undefined : readJsonBody(request, body),
  );
  // Before any byte of the body is read. GET and HEAD have none that means anything.
  app.addHook('preParsing', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    refuseEncodedBody(request.headers['content-encoding']);
    if (isRepeated(request.raw.rawHeaders, 'content-type')) {
      throw unsupportedBody('Send one Content-Type: "application/json".');
    }
  });
}

function readJsonBody({ headers, routeOptions }: FastifyRequest, body: Buffer): unknown {
  const contentType = headers['content-type'] ?? '';
  if (routeOptions.config.rawBodyTypes === undefined) return parseJsonBody(contentType, body);
  refuseOtherCharsets(contentType);
  return body;
}

export function parseJsonBody(contentType: string, body: Buffer): unknown {
  const text = bodyText(contentType, body);
  if (body.length === 0) throw invalidBody('The body is empty. Send a JSON object.');
  const parsed = parseStrictJson(text, requestLimits.maxJsonDepth);
  if (!parsed.ok) throw invalidBody(parsed.reason);
  return parsed.value;
}

function refuseEncodedBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw unsupportedBody('Send the body without Content-Encoding.');
}
