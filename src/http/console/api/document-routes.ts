/** The team's documents on the console: uploads of its people, as test traffic, and those of its keys. */
import type { FastifyRequest } from 'fastify';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import type { DocumentReader, Documents } from '../../../documents/documents.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import {
  documentHandlers,
  documentListQuery,
  documentListSchema,
} from '../../documents/document-handlers.ts';
import {
  documentSchema,
  showDocument,
  uploadForm,
  uploadMembers,
  uploadOf,
} from '../../documents/document-shapes.ts';
import { takesUpload } from '../../documents/receive-upload.ts';
import { sendProblem } from '../../problem-reply.ts';
import { actorOf, idOf, teamOf } from './acting.ts';
import { sendDone } from './answers.ts';

export interface DocumentParts {
  readonly documents: Documents;
  readonly playgroundKeys: PlaygroundKeys;
}

const path = '/api/teams/:team/documents';
const one = `${path}/:id`;

export function documentRoutes(parts: DocumentParts): RouteDefinition[] {
  return [uploadRoute(parts), listRoute(parts), ...oneRoutes(parts)];
}

function uploadRoute({ documents, playgroundKeys }: DocumentParts): RouteDefinition {
  return {
    method: 'POST',
    url: path,
    access: 'member',
    ...takesUpload,
    describes: {
      operationId: 'uploadDocument',
      summary: 'Upload a document, charged to the team as test traffic',
      body: uploadForm,
      problems: ['unsupported_language', 'rate_limited', 'quota_exceeded'],
    },
    schema: { body: uploadMembers, response: { 201: documentSchema } },
    handler: async (request, reply) => {
      const upload = uploadOf(request, 'never refuses');
      const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
      const outcome = await documents.upload(caller, upload);
      if (!outcome.ok) return sendProblem(reply, outcome.problem);
      const shown = await documents.find(readerOf(request), outcome.value.id);
      if (!shown.ok) return sendProblem(reply, shown.problem);
      return reply.code(201).send(showDocument(shown.value));
    },
  };
}

function listRoute({ documents }: DocumentParts): RouteDefinition {
  return {
    method: 'GET',
    url: path,
    access: 'viewer',
    describes: {
      operationId: 'listDocuments',
      summary: 'List the documents of the last 24 hours, newest first',
    },
    schema: { querystring: documentListQuery, response: { 200: documentListSchema } },
    handler: documentHandlers(documents, readerOf).list,
  };
}

function oneRoutes({ documents }: DocumentParts): RouteDefinition[] {
  const handlers = documentHandlers(documents, readerOf);
  return [
    {
      method: 'GET',
      url: one,
      access: 'viewer',
      describes: { operationId: 'readDocument', summary: 'Read the status of a document' },
      schema: { response: { 200: documentSchema } },
      handler: handlers.read,
    },
    {
      method: 'DELETE',
      url: one,
      access: 'member',
      describes: {
        operationId: 'deleteDocument',
        summary: 'Delete a document; an unfinished one is cancelled and not charged',
      },
      handler: async (request, reply) =>
        sendDone(reply, await documents.delete(readerOf(request), idOf(request))),
    },
    {
      method: 'GET',
      url: `${one}/result`,
      access: 'member',
      describes: {
        operationId: 'downloadDocument',
        summary: 'Download the translated document, as often as needed until it expires or is deleted',
        answers: 'application/octet-stream',
      },
      handler: handlers.download,
    },
  ];
}

function readerOf(request: FastifyRequest): DocumentReader {
  return { teamId: teamOf(request).teamId };
}
