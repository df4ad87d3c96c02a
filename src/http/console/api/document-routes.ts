/** The team's documents on the console: uploads of its people, as live traffic of the browser, and those of its keys. */
import type { FastifyRequest } from 'fastify';
import type { Downloads } from '../../../accounts/downloads.ts';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import type { DocumentReader, Documents } from '../../../documents/documents.ts';
import { mapOutcome } from '../../../lib/outcome.ts';
import { readUuid } from '../../../lib/uuid-v7.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { documentRoutes } from '../../documents/document-routes.ts';
import { documentSchema, showDocument } from '../../documents/document-shapes.ts';
import { takesUpload } from '../../documents/receive-upload.ts';
import { uploadForm, uploadMembers, uploadOf } from '../../documents/upload-members.ts';
import { route } from '../../route.ts';
import { actorOf, sessionOf, teamOf } from './request-user.ts';

export interface DocumentParts {
  readonly documents: Documents;
  readonly playgroundKeys: PlaygroundKeys;
  readonly downloads: Downloads;
}

const path = '/api/teams/:team/documents';

export function consoleDocumentRoutes({
  documents,
  playgroundKeys,
  downloads,
}: DocumentParts): RouteDefinition[] {
  return [
    route('POST', path, 'translator', {
      ...takesUpload,
      call: { kind: 'document', dialect: 'browser' },
      operationId: 'uploadDocument',
      summary: 'Upload a document, charged to the team as live traffic of the browser',
      documentedBody: uploadForm,
      problems: ['unsupported_language', 'rate_limited', 'quota_exceeded'],
      body: uploadMembers,
      response: { 201: documentSchema },
      handler: async (request) => {
        const upload = {
          ...uploadOf(request, 'browser', 'never refuses'),
          userId: sessionOf(request).userId,
        };
        const caller = await playgroundKeys.callerFor(teamOf(request).teamId, actorOf(request));
        request.callOwner = caller;
        const outcome = await documents.upload(caller, upload);
        if (!outcome.ok) return outcome;
        return mapOutcome(await documents.find(readerOf(request), outcome.value.id), showDocument);
      },
    }),
    ...documentRoutes(documents, {
      path,
      access: { read: 'any role', change: 'translator' },
      operators: ['read-only'],
      readerOf,
      // A key gets only documents that it uploaded itself; people also get those of others.
      onDownload: (request, id) =>
        downloads.document(teamOf(request).teamId, readUuid(id) ?? id, actorOf(request)),
      listDescription: {
        summary: 'List the documents of the last 24 hours, newest first',
        description: 'A translator gets the documents that they uploaded themselves.',
      },
    }),
  ];
}

/** A translator sees the documents that they uploaded themselves. */
function readerOf(request: FastifyRequest): DocumentReader {
  const { teamId, role } = teamOf(request);
  return role === 'translator' ? { teamId, userId: sessionOf(request).userId } : { teamId };
}
