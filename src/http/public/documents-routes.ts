/** Documents: `/v1/documents`. A key sees only the documents that were uploaded with it. */
import type { Documents } from '../../documents/documents.ts';
import { mapOutcome } from '../../lib/outcome.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { queuedDocumentExample } from '../documents/document-examples.ts';
import { documentRoutes } from '../documents/document-routes.ts';
import { documentSchema, showDocument } from '../documents/document-shapes.ts';
import { takesUpload } from '../documents/receive-upload.ts';
import { uploadForm, uploadHeaders, uploadMembers, uploadOf } from '../documents/upload-members.ts';
import { route } from '../route.ts';
import { documentReaderOf } from './document-reader.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { callerOf } from './request-caller.ts';

const path = '/v1/documents';

export function publicDocumentRoutes(documents: Documents): RouteDefinition[] {
  return [
    route('POST', path, 'translate', {
      ...takesUpload,
      call: { kind: 'document', dialect: 'v1' },
      operationId: 'uploadDocument',
      summary: 'Upload a document, which is translated in the background',
      description:
        'Uploads a document of up to 30 MiB. Its characters are reserved at the upload and charged when the translated document is ready; a document that fails, expires or is deleted before that is not charged.',
      answerExample: queuedDocumentExample,
      documentedBody: uploadForm,
      problems: ['unsupported_language', 'rate_limited', 'quota_exceeded', 'not_found', 'conflict'],
      headers: uploadHeaders,
      body: uploadMembers,
      response: { 201: documentSchema },
      handler: async (request, reply) => {
        const outcome = await documents.upload(callerOf(request), uploadOf(request, 'v1', 'never refuses'));
        if (outcome.rate !== undefined) reply.headers(rateLimitHeaders(outcome.rate));
        if (!outcome.ok) return outcome;
        const { id, isRepeated } = outcome.value;
        if (isRepeated) reply.header('idempotent-replayed', 'true');
        const uploaded = await documents.find(documentReaderOf(request), id);
        if (uploaded.ok) reply.header('location', `${path}/${id}`);
        return mapOutcome(uploaded, showDocument);
      },
    }),
    ...documentRoutes(documents, {
      path,
      access: { read: 'translate', change: 'translate' },
      readerOf: documentReaderOf,
      listDescription: {
        summary: 'List the documents that this key uploaded in the last 24 hours, newest first',
        description: 'Returns the documents that were uploaded with the calling key, in pages.',
      },
    }),
  ];
}
