/** The body parser of the JSON routes: strict about encoding, structure and Unicode (see lib/strict-json.ts). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { parseStrictJson } from '../lib/strict-json.ts';
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
      throw unsupported('Send one Content-Type: "application/json".');
    }
  });
}

function readJsonBody({ headers, routeOptions }: FastifyRequest, body: Buffer): unknown {
  refuseOtherCharsets(headers['content-type'] ?? '');
  return routeOptions.config.rawBodyTypes === undefined ? parseJsonBody(body) : body;
}

export function refuseOtherCharsets(contentType: string): void {
  // All of them: of two, another reader could take the other one.
  for (const [, charset = ''] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) throw unsupported('Bodies are UTF-8. Send the body in that encoding.');
  }
}

function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) throw invalid('The body is empty. Send a JSON object.');
  const parsed = parseStrictJson(decodeUtf8(body), requestLimits.maxJsonDepth);
  if (!parsed.ok) throw invalid(parsed.reason);
  return parsed.value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid('The body is not valid UTF-8.');
  }
}

function refuseEncodedBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw unsupported('Send the body without Content-Encoding.');
}

function unsupported(detail: string): ProblemError {
  return new ProblemError(problem('unsupported_media_type', detail));
}

function invalid(detail: string): ProblemError {
  return new ProblemError(problem('invalid_request', detail));
}
