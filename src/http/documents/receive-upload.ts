/**
 * Uploads: forms with one file, up to 30 MiB, read into memory and counted as it arrives (large-exchanges.ts): each is
 * in memory as long as its client takes to send it.
 */
import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Documents } from '../../documents/documents.ts';
import { ProblemError } from '../../lib/errors.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { invalidBody, largeBody, unsupportedBody } from '../body-text.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { mediaTypeOf, multipartType } from '../raw-body.ts';

/** Members are options of a few characters each; a form with more is none of ours. */
const limits = {
  files: 1,
  fileSize: requestLimits.maxDocumentBytes,
  fields: 20,
  fieldSize: 1_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 20,
};

export interface ReceivedFile {
  readonly name: string;
  readonly content: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of an upload, once it was read. */
    uploadedFile: ReceivedFile | undefined;
  }
}

/** For the routes of a scope of their own; on every other route such a body stays refused. */
export async function acceptUploads(scope: FastifyInstance, { closed }: Documents): Promise<void> {
  await scope.register(multipart, { limits });
  scope.decorateRequest('uploadedFile', undefined);
  scope.addHook('preParsing', async (request: FastifyRequest) => {
    if (!request.routeOptions.config.rawBodyTypes?.includes(multipartType)) return;
    if (closed !== undefined) throw new ProblemError(closed);
    if (Number(request.headers['content-length'] ?? 0) > requestLimits.maxUploadBodyBytes) throw tooLarge();
    if (mediaTypeOf(request) !== multipartType)
      throw unsupportedBody(`Send the file with "Content-Type: ${multipartType}".`);
  });
}

/** What a route has that takes an upload. Its members are checked like those of any body, and the file set aside. */
export const takesUpload: Pick<RouteDefinition, 'bodyLimit' | 'rawBodyTypes' | 'preValidation'> = {
  bodyLimit: requestLimits.maxUploadBodyBytes,
  rawBodyTypes: [multipartType],
  preValidation: async (request: FastifyRequest) => {
    try {
      request.body = await Promise.race([readParts(request), rejectWhenDropped(request)]);
    } catch (error) {
      // What is left of the form is read and thrown away: a client that is still sending would miss its answer.
      request.raw.unpipe().resume();
      throw asProblem(error);
    }
  },
};

/** Never resolves. The reader of the form may be waiting for a part that nobody sends. */
async function rejectWhenDropped({ countedBody }: FastifyRequest): Promise<never> {
  const signal = countedBody?.signal ?? new AbortController().signal;
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function readParts(request: FastifyRequest): Promise<Record<string, string>> {
  const members: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const content = await readFile(part, request);
      if (part.fieldname !== 'file') throw invalidBody("The file belongs into the member 'file'.");
      request.uploadedFile = { name: part.filename ?? '', content };
    } else {
      if (part.fieldnameTruncated || part.valueTruncated)
        throw largeBody('A member of the form is too long.');
      if (Object.hasOwn(members, part.fieldname)) throw invalidBody('A member of the form comes twice.');
      // An option that is left empty is left out.
      if (typeof part.value === 'string' && part.value !== '') members[part.fieldname] = part.value;
    }
  }
  request.countedBody?.finishBody();
  if (request.uploadedFile === undefined)
    throw invalidBody("The form has no file. Send it as the member 'file'.");
  return members;
}

async function readFile({ file }: MultipartFile, { countedBody }: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file as AsyncIterable<Buffer>) {
    // Read to its end all the same, so that the client gets to see the answer.
    if (file.truncated || countedBody?.signal.aborted) pieces.length = 0;
    else {
      pieces.push(piece);
      countedBody?.hold(piece);
    }
  }
  if (file.truncated) throw tooLarge();
  return Buffer.concat(pieces);
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { statusCode } = Object(error) as { statusCode?: number };
  // Nothing of the library's message: it may quote the form.
  return statusCode === 413 ? tooLarge() : invalidBody('The body is no form with a file that can be read.');
}

function tooLarge(): ProblemError {
  return largeBody(
    `A document may have ${requestLimits.maxDocumentBytes} bytes, in one file with a few options. Send it in parts.`,
  );
}
