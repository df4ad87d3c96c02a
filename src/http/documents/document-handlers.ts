/** Document handlers that both listeners share. `readerOf` decides which documents the request may see. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { DocumentReader, Documents } from '../../documents/documents.ts';
import { nextCursor, pageQuery, readPage, toPage, withOneMore } from '../pages.ts';
import { sendProblem } from '../problem-reply.ts';
import { documentSchema, showDocument } from './document-shapes.ts';
import { sendTranslatedFile } from './send-document.ts';

export const documentListQuery = Type.Object(pageQuery);
export const documentListSchema = Type.Object({
  documents: Type.Array(documentSchema, { description: 'The documents, newest first.' }),
  next_cursor: nextCursor,
});

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function documentHandlers(
  documents: Documents,
  readerOf: (request: FastifyRequest) => DocumentReader,
): Readonly<Record<'list' | 'read' | 'download', Handler>> {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
  return {
    async list(request, reply) {
      const page = readPage(request.query as Static<typeof documentListQuery>);
      const found = await documents.list(readerOf(request), withOneMore(page));
      if (!found.ok) return sendProblem(reply, found.problem);
      const { shown, next_cursor } = toPage(found.value, page);
      return { documents: shown.map(showDocument), next_cursor };
    },
    async read(request, reply) {
      const found = await documents.find(readerOf(request), idOf(request));
      return found.ok ? showDocument(found.value) : sendProblem(reply, found.problem);
    },
    download: async (request, reply) =>
      sendTranslatedFile(reply, await documents.fetch(readerOf(request), idOf(request))),
  };
}
