/** Document routes that both listeners have. `readerOf` decides which documents the request may see. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DocumentReader, Documents } from '../../documents/documents.ts';
import type { LimitedOperatorRole } from '../../lib/operator-role.ts';
import { mapOutcome } from '../../lib/outcome.ts';
import type { Access, RouteDefinition, RouteDescription } from '../define-routes.ts';
import { listPage, nextCursor, pageQuery } from '../pages.ts';
import { route } from '../route.ts';
import { documentExample } from './document-examples.ts';
import { documentSchema, showDocument } from './document-shapes.ts';
import { toFileAnswer } from './file-answer.ts';

const listQuery = Type.Object(pageQuery);
const listSchema = Type.Object({
  documents: Type.Array(documentSchema, { description: 'The documents, newest first.' }),
  next_cursor: nextCursor,
});

export interface DocumentRouteOptions {
  readonly path: string;
  readonly access: Readonly<Record<'read' | 'change', Access>>;
  /** On the console: the operators who may read, besides full ones. */
  readonly operators?: readonly LimitedOperatorRole[];
  readonly readerOf: (request: FastifyRequest) => DocumentReader;
  readonly listDescription: RouteDescription;
  /** Called when the translated document is about to be sent. */
  readonly onDownload?: (request: FastifyRequest, id: string) => Promise<void>;
}

export function documentRoutes(documents: Documents, options: DocumentRouteOptions): RouteDefinition[] {
  const { path, access, readerOf } = options;
  const one = `${path}/:id` as `${string}/:id`;
  return [
    route('GET', path, access.read, {
      operationId: 'listDocuments',
      operators: options.operators ?? [],
      answerExample: { documents: [documentExample], next_cursor: null },
      problems: ['not_found'],
      ...options.listDescription,
      query: listQuery,
      response: { 200: listSchema },
      handler: (request) =>
        listPage('documents', request.query, (page) => documents.list(readerOf(request), page), showDocument),
    }),
    route('GET', one, access.read, {
      operationId: 'readDocument',
      operators: options.operators ?? [],
      summary: 'Read the status of a document',
      description:
        'Returns the state and the progress of a document. Call it again after `seconds_remaining`, or every few seconds.',
      answerExample: documentExample,
      response: { 200: documentSchema },
      handler: async (request) =>
        mapOutcome(await documents.find(readerOf(request), request.params.id), showDocument),
    }),
    route('DELETE', one, access.change, {
      operationId: 'deleteDocument',
      summary: 'Delete a document; an unfinished one is cancelled and not charged',
      description:
        'Deletes a document and its files. The reserved characters of an unfinished document are released.',
      handler: (request) => documents.delete(readerOf(request), request.params.id),
    }),
    route('GET', `${path}/:id/result` as `${string}/:id/result`, access.change, {
      operationId: 'downloadDocument',
      summary: 'Download the translated document, as often as needed until it expires or is deleted',
      description:
        'Returns the translated file. Returns 503 with `Retry-After` while the document is not ready, and 404 if its translation failed. Downloads are not charged.',
      answers: 'application/octet-stream',
      handler: async (request, reply) => {
        const answer = toFileAnswer(reply, await documents.fetch(readerOf(request), request.params.id));
        if (answer.ok) await options.onDownload?.(request, request.params.id);
        return answer;
      },
    }),
  ];
}
