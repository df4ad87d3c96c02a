/** Documents for the client libraries: `/v2/document`. The document key grants access to the document. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DocumentReader, Documents, ShownDocument } from '../../../documents/documents.ts';
import { invalidBody } from '../../body-text.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { uploadForm, uploadHeaders, uploadMembers, uploadOf } from '../../documents/document-shapes.ts';
import { takesUpload } from '../../documents/receive-upload.ts';
import { sendTranslatedFile } from '../../documents/send-document.ts';
import { sendProblem } from '../../problem-reply.ts';
import { callerOf } from '../acting.ts';
import { rateLimitHeaders } from '../rate-limit-headers.ts';
import { readMembers } from './request-members.ts';

const path = '/v2/document';
const one = `${path}/:id`;

const acceptedSchema = Type.Object({ document_id: Type.String(), document_key: Type.String() });
const statusSchema = Type.Object({
  document_id: Type.String(),
  status: Type.Enum(['queued', 'translating', 'done', 'error']),
  seconds_remaining: Type.Optional(Type.Integer()),
  billed_characters: Type.Optional(Type.Integer()),
  error_message: Type.Optional(Type.String()),
});
const keySchema = Type.Object({ document_key: Type.String() });
const example = { body: { document_key: '0123456789ABCDEF' } };

export function compatUploadRoute(documents: Documents): RouteDefinition {
  return {
    method: 'POST',
    url: path,
    access: 'translate',
    ...takesUpload,
    describes: {
      operationId: 'uploadV2Document',
      summary: 'Upload a document, for DeepL client libraries',
      body: uploadForm,
      problems: ['unsupported_language', 'rate_limited', 'quota_exceeded', 'not_found', 'conflict'],
      headers: uploadHeaders,
    },
    schema: { body: uploadMembers, response: { 200: acceptedSchema } },
    handler: async (request, reply) => {
      const upload = uploadOf(request, 'may refuse');
      if (upload.glossaryId !== undefined && upload.sourceLang === undefined)
        throw invalidBody('source_lang is required with a glossary. Send it.');
      const outcome = await documents.upload(callerOf(request), upload);
      if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
      if (!outcome.ok) return sendProblem(reply, outcome.problem);
      if (outcome.value.isRepeated) reply.header('idempotent-replayed', 'true');
      return { document_id: outcome.value.id, document_key: outcome.value.documentKey };
    },
  };
}

export function compatDocumentRoutes(documents: Documents): RouteDefinition[] {
  return [
    {
      method: 'POST',
      url: one,
      access: 'translate',
      describes: {
        operationId: 'readV2Document',
        summary: 'Read the status of a document, for DeepL client libraries',
        body: keySchema,
        example,
      },
      schema: { response: { 200: statusSchema } },
      handler: async (request, reply) => {
        const found = await documents.find(await readerOf(request), idOf(request));
        return found.ok ? statusOf(found.value) : sendProblem(reply, found.problem);
      },
    },
    {
      method: 'DELETE',
      url: one,
      access: 'translate',
      describes: {
        operationId: 'deleteV2Document',
        summary: 'Delete a document; an unfinished one is cancelled and not charged',
        body: keySchema,
        example,
      },
      handler: async (request, reply) => {
        const deleted = await documents.delete(await readerOf(request), idOf(request));
        return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
      },
    },
    {
      method: 'POST',
      url: `${one}/result`,
      access: 'translate',
      describes: {
        operationId: 'downloadV2Document',
        summary: 'Download the translated document, as often as needed until it expires or is deleted',
        body: keySchema,
        answers: 'application/octet-stream',
        example,
      },
      handler: async (request, reply) =>
        sendTranslatedFile(reply, await documents.fetch(await readerOf(request), idOf(request))),
    },
  ];
}

async function readerOf(request: FastifyRequest): Promise<DocumentReader> {
  const { teamId } = callerOf(request);
  const { document_key } = await readMembers(request, ['document_key']);
  return { teamId, documentKey: typeof document_key === 'string' ? document_key : '' };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** Some of the libraries cannot read a null, so unknown values are omitted. */
function statusOf({ id, state, secondsRemaining, characters, error }: ShownDocument) {
  const isUnderWay = state === 'queued' || state === 'translating';
  return {
    document_id: id,
    status: state,
    ...(isUnderWay && secondsRemaining !== undefined && { seconds_remaining: secondsRemaining }),
    ...(state === 'done' && { billed_characters: characters }),
    ...(error && { error_message: error.detail }),
  };
}
