/**
 * Uploads: forms with one file, up to 30 MiB, read into memory. Only so many bytes of them may be under way at once,
 * whoever sends them, because each is in memory as long as its client takes to send it.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Documents } from '../../documents/documents.ts';
import { ProblemError, problem } from '../../lib/errors.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { invalidBody, largeBody, unsupportedBody } from '../body-text.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { mediaTypeOf } from '../raw-body.ts';

export const multipartType = 'multipart/form-data';

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
  let bytesUnderWay = 0;
  scope.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.routeOptions.config.rawBodyTypes?.includes(multipartType)) return;
    if (closed !== undefined) throw new ProblemError(closed);
    const bytes = Number(request.headers['content-length'] ?? requestLimits.maxUploadBodyBytes);
    if (bytes > requestLimits.maxUploadBodyBytes) throw tooLarge();
    if (mediaTypeOf(request) !== multipartType)
      throw unsupportedBody(`Send the file with "Content-Type: ${multipartType}".`);
    if (bytesUnderWay + bytes > requestLimits.maxUploadBytesUnderWay) throw tooMany();
    bytesUnderWay += bytes;
    reply.raw.once('close', () => {
      bytesUnderWay -= bytes;
    });
  });
}

/** What a route has that takes an upload. Its members are checked like those of any body, and the file set aside. */
export const takesUpload: Pick<RouteDefinition, 'bodyLimit' | 'rawBodyTypes' | 'preValidation'> = {
  bodyLimit: requestLimits.maxUploadBodyBytes,
  rawBodyTypes: [multipartType],
  preValidation: async (request: FastifyRequest) => {
    request.body = await readParts(request).catch((error: unknown) => {
      throw asProblem(error);
    });
  },
};

async function readParts(request: FastifyRequest): Promise<Record<string, string>> {
  const members: Record<string, string> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const content = await part.toBuffer();
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
  if (request.uploadedFile === undefined)
    throw invalidBody("The form has no file. Send it as the member 'file'.");
  return members;
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

function tooMany(): ProblemError {
  return new ProblemError(
    problem('service_unavailable', 'Many documents are being uploaded. Try again later.', 5),
  );
}
