/** The body parser of the JSON routes: strict about encoding, structure and Unicode (lib/strict-json.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTurns, type Pace } from '../lib/event-loop-turns.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { findJsonFault, parseChecked } from '../lib/strict-json.ts';
import { bodyText, refuseOtherCharsets } from './body-text.ts';
import { paceOf } from './pace-of-request.ts';
import { invalidRequest, largeBody, unsupportedBody } from './refusals.ts';
import { isRepeated } from './repeated-header.ts';

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      // Some clients send a content type with every request, even without a body.
      request.method === 'DELETE' && body.length === 0 ? undefined : readJsonBody(request, body),
  );
  // Before any byte of the body is read. The body of a GET or HEAD has no meaning.
  app.addHook('preParsing', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    refuseEncodedBody(request.headers['content-encoding']);
    if (isRepeated(request.raw.rawHeaders, 'content-type')) {
      throw unsupportedBody('Send exactly one Content-Type header: "application/json".');
    }
  });
}

function readJsonBody(request: FastifyRequest, body: Buffer): unknown {
  const { headers, routeOptions } = request;
  const contentType = headers['content-type'] ?? '';
  if (routeOptions.config.rawBodyTypes === undefined)
    return parseJsonBody(contentType, body, paceOf(request));
  refuseOtherCharsets(contentType);
  return body;
}

const { maxJsonDepth, maxJsonValues } = requestLimits;

/** Yields to the event loop between steps; for the largest body a step takes a few milliseconds. */
export async function parseJsonBody(contentType: string, body: Buffer, pace: Pace): Promise<unknown> {
  if (pace.isOver) await pace.next();
  const text = bodyText(contentType, body);
  if (body.length === 0) throw invalidRequest('The body is empty. Send a JSON object.');
  const limits = { maxDepth: maxJsonDepth, maxValues: maxJsonValues };
  const fault = await inTurns(findJsonFault(text, limits), pace);
  if (fault !== undefined) throw (fault.isTooLarge ? largeBody : invalidRequest)(fault.reason);
  if (pace.isOver) await pace.next();
  const parsed = parseChecked(text);
  if (!parsed.ok) throw invalidRequest(parsed.reason);
  return parsed.value;
}

function refuseEncodedBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw unsupportedBody('Send the body without Content-Encoding.');
}
