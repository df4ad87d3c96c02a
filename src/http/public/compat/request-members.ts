/**
 * The members of a call without texts, wherever a library puts them: in the query, in the body of a POST, or
 * in the body of a GET. A content type without a body counts as no body.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { requestLimits } from '../../../lib/request-limits.ts';
import { encodingOf, formType, parseFormBody } from '../../form-body.ts';
import { parseJsonBody } from '../../json-body.ts';
import { paceOf } from '../../pace-of-request.ts';
import { invalidRequest, largeBody } from '../../refusals.ts';

/**
 * The query takes precedence over the body. If a form repeats a member, its last value counts. Values are
 * unchecked: callers treat a non-string as invalid.
 */
export async function readMembers<Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Promise<Partial<Record<Name, unknown>>> {
  const isInQuery = (name: Name) => memberOf(request.query, name) !== undefined;
  const body = names.every(isInQuery) ? undefined : await bodyOf(request);
  const members: Partial<Record<Name, unknown>> = {};
  for (const name of names) members[name] = memberOf(request.query, name) ?? inBody(name);
  return members;

  function inBody(name: Name): unknown {
    const value = memberOf(body, name);
    return Array.isArray(value) && encodingOf(request) === 'form' ? value.at(-1) : value;
  }
}

async function bodyOf(request: FastifyRequest): Promise<unknown> {
  return request.method === 'GET' ? readBodyOfGet(request) : request.body;
}

function memberOf(members: unknown, name: string): unknown {
  if (typeof members !== 'object' || members === null || !Object.hasOwn(members, name)) return undefined;
  return (members as Record<string, unknown>)[name] ?? undefined;
}

async function readBodyOfGet(request: FastifyRequest): Promise<unknown> {
  const { raw, headers } = request;
  const contentType = headers['content-type'] ?? '';
  const parse = parserFor(contentType);
  if (parse === undefined) return undefined;
  const body = await readSmallBody(raw).catch(() => {
    // A client that hangs up is neither a server error nor a lost database.
    throw invalidRequest('The body ended before its announced length.');
  });
  if (body === undefined) throw largeBody('The body of this GET is too large. Send a query instead.');
  return body.length === 0 ? undefined : parse(contentType, body, paceOf(request));
}

/**
 * Returns undefined when the body is too large, but still reads it to the end: leaving the stream early would
 * close the connection before the response is sent.
 */
async function readSmallBody(raw: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw) {
    bytes += chunk.length;
    if (bytes <= requestLimits.maxGetBodyBytes) chunks.push(chunk);
  }
  return bytes > requestLimits.maxGetBodyBytes ? undefined : Buffer.concat(chunks);
}

function parserFor(contentType: string): typeof parseJsonBody | undefined {
  const [type = ''] = contentType.split(';', 1);
  switch (type.trim().toLowerCase()) {
    case formType:
      return parseFormBody;
    case 'application/json':
      return parseJsonBody;
    default:
      return undefined;
  }
}
