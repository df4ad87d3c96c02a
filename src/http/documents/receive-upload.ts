/**
 * Uploads: forms with one file of up to 30 MiB, read into memory. The bytes are counted as they arrive
 * (large-exchanges.ts), because the file occupies memory for as long as its client takes to send it.
 */
import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Documents } from '../../documents/documents.ts';
import { ProblemError } from '../../lib/errors.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { mediaTypeOf, multipartType } from '../raw-body.ts';
import { invalidRequest, largeBody, unsupportedBody } from '../refusals.ts';
import { type FormField, readFormFields } from './upload-members.ts';

/** Enough for every option, with five glossaries and ten instructions. */
const maxFields = 25;

/** An option has a few characters, an instruction at most 300 of up to four bytes; larger forms are refused. */
const limits = {
  files: 1,
  fileSize: requestLimits.maxDocumentBytes,
  fields: maxFields,
  fieldSize: 1_200,
  fieldNameSize: 100,
  parts: maxFields + 1,
  headerPairs: 20,
};

export interface ReceivedFile {
  readonly name: string;
  readonly content: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of an upload, after it was read. */
    uploadedFile: ReceivedFile | undefined;
  }
}

/** Call it in a scope of its own: routes outside the scope keep refusing these bodies. */
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

/** What a route does while its form is read. */
export interface FormWatcher {
  /** Called with each member in the order of the form. If it rejects, the rest of the form is discarded. */
  readMember(name: string, value: string): Promise<void>;
  /** Called with the bytes of the file so far. If it throws, the rest of the form is discarded. */
  checkFile(bytes: number): void;
}

/** Settings of a route that takes an upload. Members are validated like any body, the file is kept apart. */
export const takesUpload: Pick<RouteDefinition, 'bodyLimit' | 'rawBodyTypes' | 'preValidation'> = {
  bodyLimit: requestLimits.maxUploadBodyBytes,
  rawBodyTypes: [multipartType],
  preValidation: async (request: FastifyRequest) => readUpload(request, 'is refused'),
};

/** The same for the client libraries, which may append a parameter of their user to their own. */
export const takesLibraryUpload: typeof takesUpload = {
  ...takesUpload,
  preValidation: async (request: FastifyRequest) => readUpload(request, 'the last counts'),
};

export async function readUpload(
  request: FastifyRequest,
  twice: Parameters<typeof readFormFields>[1],
  watcher?: FormWatcher,
): Promise<void> {
  try {
    const fields = await Promise.race([readParts(request, watcher), rejectWhenDropped(request)]);
    request.body = readFormFields(fields, twice);
  } catch (error) {
    // Reads and discards the rest of the form: a client that is still sending would not see the response.
    request.raw.unpipe().resume();
    throw asProblem(error);
  }
}

/** Never resolves. Needed because the form parser may be waiting for a part that never arrives. */
async function rejectWhenDropped({ countedBody }: FastifyRequest): Promise<never> {
  const signal = countedBody?.signal ?? new AbortController().signal;
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function readParts(request: FastifyRequest, watcher?: FormWatcher): Promise<FormField[]> {
  const fields: FormField[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const content = await readFile(part, request, watcher);
      if (part.fieldname !== 'file') throw invalidRequest("Send the file in the form field 'file'.");
      request.uploadedFile = { name: part.filename ?? '', content };
    } else {
      if (part.fieldnameTruncated || part.valueTruncated) throw largeBody('A form field is too long.');
      if (typeof part.value !== 'string') continue;
      fields.push({ name: part.fieldname, value: part.value });
      // An empty option counts as not sent.
      if (part.value !== '') await watcher?.readMember(part.fieldname, part.value);
    }
  }
  request.countedBody?.finishBody();
  if (request.uploadedFile === undefined)
    throw invalidRequest("The form has no file. Send it in the form field 'file'.");
  return fields;
}

async function readFile(
  { file }: MultipartFile,
  { countedBody }: FastifyRequest,
  watcher?: FormWatcher,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    // Keeps reading to the end of the file, so that the client sees the response.
    bytes += chunk.length;
    watcher?.checkFile(bytes);
    if (file.truncated || countedBody?.signal.aborted) chunks.length = 0;
    else {
      chunks.push(chunk);
      countedBody?.hold(chunk);
    }
  }
  if (file.truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { statusCode } = Object(error) as { statusCode?: number };
  // The library's message is dropped because it may quote the form.
  return statusCode === 413 ? tooLarge() : invalidRequest('The body is not a readable form with a file.');
}

function tooLarge(): ProblemError {
  return largeBody(
    `The document is larger than ${requestLimits.maxDocumentBytes} bytes, or the form has too many fields. Split the document, or send fewer fields.`,
  );
}
