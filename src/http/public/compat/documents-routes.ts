/** Documents for the client libraries: `/v2/document`. The document key grants access to the document. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DocumentReader, Documents, ShownDocument } from '../../../documents/documents.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { uuidDigits } from '../../../lib/uuid-v7.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { toFileAnswer } from '../../documents/file-answer.ts';
import { takesLibraryUpload } from '../../documents/receive-upload.ts';
import { uploadForm, uploadHeaders, uploadMembers, uploadOf } from '../../documents/upload-members.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import { rateLimitHeaders } from '../rate-limit-headers.ts';
import { callerOf } from '../request-caller.ts';
import { documentStatusExample, uploadExample } from './examples.ts';
import { readMembers } from './request-members.ts';

const path = '/v2/document';
const one = `${path}/:id` as const;

const documentId = Type.String({
  description: 'The ID of the document: 32 hexadecimal digits. Requests may also use the form of a UUID.',
});
const acceptedSchema = Type.Object({
  document_id: documentId,
  document_key: Type.String({
    description: 'The secret that grants access to the document. It is returned only here.',
  }),
});
const statusSchema = Type.Object({
  document_id: documentId,
  status: Type.Enum(['queued', 'translating', 'done', 'error'], {
    description:
      '`queued`: waits for a worker. `translating`: in progress. `done`: translated and charged. `error`: failed and not charged.',
  }),
  seconds_remaining: Type.Optional(
    Type.Integer({
      description:
        'The estimated time until the document is done. Omitted if it is unknown or not in progress.',
    }),
  ),
  billed_characters: Type.Optional(
    Type.Integer({ description: 'The number of charged characters. Present if `status` is `done`.' }),
  ),
  error_message: Type.Optional(
    Type.String({ description: 'What went wrong and what to do. Present if `status` is `error`.' }),
  ),
});
const keySchema = Type.Object({
  document_key: Type.String({ description: 'The `document_key` from the response to the upload.' }),
});
const example = { body: { document_key: uploadExample.document_key } };

export function compatUploadRoute(documents: Documents): RouteDefinition {
  return route('POST', path, 'translate', {
    ...takesLibraryUpload,
    call: { kind: 'document', dialect: 'deepl' },
    operationId: 'uploadV2Document',
    summary: 'Upload a document, for DeepL client libraries',
    description:
      'Uploads a document of up to 30 MiB, which is translated in the background. Its characters are reserved at the upload and charged when the translated document is ready; a document that fails, expires or is deleted before that is not charged.',
    answerExample: uploadExample,
    documentedBody: uploadForm,
    problems: ['unsupported_language', 'rate_limited', 'quota_exceeded', 'not_found', 'conflict'],
    headers: uploadHeaders,
    body: uploadMembers,
    response: { 200: acceptedSchema },
    handler: async (request, reply) => {
      const upload = { ...uploadOf(request, 'deepl', 'may refuse'), acceptsSameLanguage: true };
      if (upload.glossaryIds !== undefined && upload.sourceLang === undefined)
        throw invalidRequest('source_lang is required with a glossary. Send it.');
      const outcome = await documents.upload(callerOf(request), upload);
      if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
      if (!outcome.ok) return outcome;
      const { id, documentKey, isRepeated } = outcome.value;
      if (isRepeated) reply.header('idempotent-replayed', 'true');
      return done({ document_id: uuidDigits(id), document_key: documentKey });
    },
  });
}

export function compatDocumentRoutes(documents: Documents): RouteDefinition[] {
  const withKey = { documentedBody: keySchema, example };
  return [
    route('POST', one, 'translate', {
      ...withKey,
      operationId: 'readV2Document',
      summary: 'Read the status of a document, for DeepL client libraries',
      description:
        'Returns the status of a document. Any key of the team that sends its `document_key` may read it.',
      answerExample: documentStatusExample,
      response: { 200: statusSchema },
      handler: async (request) =>
        mapOutcome(await documents.find(await readerOf(request), request.params.id), showStatus),
    }),
    route('DELETE', one, 'translate', {
      ...withKey,
      operationId: 'deleteV2Document',
      summary: 'Delete a document; an unfinished one is cancelled and not charged',
      description:
        'Deletes a document and its files. The reserved characters of an unfinished document are released.',
      handler: async (request) => documents.delete(await readerOf(request), request.params.id),
    }),
    route('POST', `${one}/result`, 'translate', {
      ...withKey,
      operationId: 'downloadV2Document',
      summary: 'Download the translated document, as often as needed until it expires or is deleted',
      description:
        'Returns the translated file. Returns 503 with `Retry-After` while the document is not ready, and 404 if its translation failed. Downloads are not charged.',
      answers: 'application/octet-stream',
      handler: async (request, reply) =>
        toFileAnswer(reply, await documents.fetch(await readerOf(request), request.params.id)),
    }),
  ];
}

async function readerOf(request: FastifyRequest): Promise<DocumentReader> {
  const { teamId } = callerOf(request);
  const { document_key } = await readMembers(request, ['document_key']);
  return { teamId, documentKey: typeof document_key === 'string' ? document_key : '' };
}

/** Some of the libraries cannot read a null, so unknown values are omitted. */
function showStatus({ id, state, secondsRemaining, characters, error }: ShownDocument) {
  const isUnderWay = state === 'queued' || state === 'translating';
  return {
    document_id: uuidDigits(id),
    status: state,
    ...(isUnderWay && secondsRemaining !== undefined && { seconds_remaining: secondsRemaining }),
    ...(state === 'done' && { billed_characters: characters }),
    ...(error && { error_message: error.detail }),
  };
}
