/** Documents: `/v1/documents`. A key sees only the documents that were uploaded with it. */
import type { FastifyRequest } from 'fastify';
import type { DocumentReader, Documents } from '../../documents/documents.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { documentHandlers, documentListQuery, documentListSchema } from '../documents/document-handlers.ts';
import {
  documentSchema,
  showDocument,
  uploadForm,
  uploadHeaders,
  uploadMembers,
  uploadOf,
} from '../documents/document-shapes.ts';
import { takesUpload } from '../documents/receive-upload.ts';
import { sendProblem } from '../problem-reply.ts';
import { callerOf } from './acting.ts';
import { documentExample, queuedDocument } from './examples.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

const path = '/v1/documents';
const one = `${path}/:id`;

export function documentsRoutes(documents: Documents): RouteDefinition[] {
  return [uploadRoute(documents), listRoute(documents), ...oneRoutes(documents)];
}

function uploadRoute(documents: Documents): RouteDefinition {
  return {
    method: 'POST',
    url: path,
    access: 'translate',
    ...takesUpload,
    describes: {
      operationId: 'uploadDocument',
      summary: 'Upload a document, which is translated in the background',
      description:
        'Uploads a document of up to 30 MiB. Its characters are reserved at the upload and charged when the translated document is ready; a document that fails, expires or is deleted before that is not charged.',
      answerExample: { ...documentExample, ...queuedDocument },
      body: uploadForm,
      problems: ['unsupported_language', 'rate_limited', 'quota_exceeded', 'not_found', 'conflict'],
      headers: uploadHeaders,
    },
    schema: { body: uploadMembers, response: { 201: documentSchema } },
    handler: async (request, reply) => {
      const outcome = await documents.upload(callerOf(request), uploadOf(request, 'never refuses'));
      if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
      if (!outcome.ok) return sendProblem(reply, outcome.problem);
      const { id, isRepeated } = outcome.value;
      if (isRepeated) reply.header('idempotent-replayed', 'true');
      const shown = await documents.find(readerOf(request), id);
      if (!shown.ok) return sendProblem(reply, shown.problem);
      return reply.code(201).header('location', `${path}/${id}`).send(showDocument(shown.value));
    },
  };
}

function listRoute(documents: Documents): RouteDefinition {
  return {
    method: 'GET',
    url: path,
    access: 'translate',
    describes: {
      operationId: 'listDocuments',
      summary: 'List the documents that this key uploaded in the last 24 hours, newest first',
      description: 'Returns the documents that were uploaded with the calling key, in pages.',
      answerExample: { documents: [documentExample], next_cursor: null },
      problems: ['not_found'],
    },
    schema: { querystring: documentListQuery, response: { 200: documentListSchema } },
    handler: documentHandlers(documents, readerOf).list,
  };
}

function oneRoutes(documents: Documents): RouteDefinition[] {
  const handlers = documentHandlers(documents, readerOf);
  return [
    {
      method: 'GET',
      url: one,
      access: 'translate',
      describes: {
        operationId: 'readDocument',
        summary: 'Read the status of a document',
        description:
          'Returns the state and the progress of a document. Call it again after `seconds_remaining`, or every few seconds.',
        answerExample: documentExample,
      },
      schema: { response: { 200: documentSchema } },
      handler: handlers.read,
    },
    {
      method: 'DELETE',
      url: one,
      access: 'translate',
      describes: {
        operationId: 'deleteDocument',
        summary: 'Delete a document; an unfinished one is cancelled and not charged',
        description:
          'Deletes a document and its files. The reserved characters of an unfinished document are released.',
      },
      handler: async (request, reply) => {
        const deleted = await documents.delete(readerOf(request), idOf(request));
        return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
      },
    },
    {
      method: 'GET',
      url: `${one}/result`,
      access: 'translate',
      describes: {
        operationId: 'downloadDocument',
        summary: 'Download the translated document, as often as needed until it expires or is deleted',
        description:
          'Returns the translated file. Returns 503 with `Retry-After` while the document is not ready, and 404 if its translation failed. Downloads are not charged.',
        answers: 'application/octet-stream',
      },
      handler: handlers.download,
    },
  ];
}

function readerOf(request: FastifyRequest): DocumentReader {
  const { teamId, keyId } = callerOf(request);
  return { teamId, keyId };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
