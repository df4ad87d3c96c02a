/**
 * `POST /translate_file` waits for the translated file and answers with its address. The address needs no key, as in
 * LibreTranslate: it holds a secret of the document, and it is valid for half an hour.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Documents } from '../../../documents/documents.ts';
import { clientNetwork } from '../../../lib/client-network.ts';
import { ProblemError, problem } from '../../../lib/errors.ts';
import { done, type Outcome, refused } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { toRetryAfterSeconds } from '../../../lib/retry-after.ts';
import { TokenBuckets } from '../../../lib/token-buckets.ts';
import { CallsInFlight } from '../../../limits/calls-in-flight.ts';
import { defineRoutes, type RouteDefinition } from '../../define-routes.ts';
import { toFileAnswer } from '../../documents/file-answer.ts';
import { acceptUploads, readUpload, takesUpload } from '../../documents/receive-upload.ts';
import { noteLanguages } from '../../logged-calls.ts';
import { callerOf } from '../../public/request-caller.ts';
import { largeBody } from '../../refusals.ts';
import { reportingTagOf } from '../../reporting-tag.ts';
import { route } from '../../route.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { withinRights } from '../within-rights.ts';
import { readDownloadName, toDownloadName } from './download-name.ts';
import { readLanguages } from './translate-body.ts';
import { waitForDocument } from './wait-for-document.ts';

/** Each asks the database a few times a second while it waits. */
const maxWaitingPerTeam = 8;
const linkLifetimeMs = 30 * 60_000;
/** A wrong address costs a query, and needs no key. */
const wrongAddressesPerMinute = 60;

const tooManyFiles = refused(
  'rate_limited',
  `The team already waits for ${maxWaitingPerTeam} files on this node. Try again when one of them is translated.`,
  2,
);
const noFile = refused('not_found', 'There is no file at this address. Translate it again.');

export function addFileRoutes(app: FastifyInstance, parts: DialectParts): void {
  defineRoutes(app, [downloadRoute(parts.documents)]);
  // In a scope of its own, so that other routes keep refusing forms with files.
  app.register(async (scope) => {
    await acceptUploads(scope, parts.documents);
    defineRoutes(scope, [translateFileRoute(parts)]);
  });
}

function translateFileRoute({
  documents,
  routesFor,
  admission,
  callDeadlineMs,
  pathPrefix = '',
}: DialectParts): RouteDefinition {
  const waiting = new CallsInFlight();
  return route('POST', '/translate_file', 'translate', {
    ...takesUpload,
    call: { kind: 'document', dialect: 'libretranslate' },
    response: { 200: Type.Any() },
    preValidation: async (request) => {
      const mayBeLarge = () => request.caller !== undefined || admission.isKeyless(request);
      await readUpload(request, 'is refused', {
        readMember: async (name, value) => {
          if (name === 'api_key' && request.caller === undefined) await admission.admit(request, value);
        },
        // Nobody may fill the memory without a key: before it is known, a file is at most as large as a text.
        checkFile: (bytes) => {
          if (bytes > requestLimits.maxTranslateBodyBytes && !mayBeLarge()) throw keyAfterLargeFile();
        },
      });
      if (request.caller === undefined) await admission.admit(request, undefined);
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const file = request.uploadedFile;
      if (file === undefined) throw new Error('an upload reached its handler without a file');
      const { source, target } = withinRights(routesFor, caller, (routes) => readLanguages(request, routes));
      noteLanguages(request, { sourceLang: source, targetLang: target });
      const leave = waiting.enter(caller.teamId, maxWaitingPerTeam);
      if (leave === undefined) return tooManyFiles;
      try {
        const isWanted = () => !request.raw.socket.destroyed;
        const uploaded = await documents.upload(caller, {
          dialect: 'libretranslate',
          tag: reportingTagOf(request),
          fileName: file.name,
          file: file.content,
          sourceLang: source,
          targetLang: target,
          isWanted,
        });
        if (!uploaded.ok) return uploaded;
        const { id, documentKey } = uploaded.value;
        const reader = { teamId: caller.teamId, documentKey };
        const remainingMs = callDeadlineMs - reply.elapsedTime;
        const finished = await waitForDocument(documents, reader, id, remainingMs, isWanted);
        if (!finished.ok) return finished;
        const name = toDownloadName({ ...reader, id }, finished.value.name);
        return done({
          translatedFileUrl: `${originOf(request)}${usedPrefix(request, pathPrefix)}/download_file/${name}`,
        });
      } finally {
        leave();
      }
    },
  });
}

function downloadRoute(documents: Documents): RouteDefinition {
  const tries = new TokenBuckets(
    { perSecond: wrongAddressesPerMinute / 60, burst: wrongAddressesPerMinute },
    () => performance.now(),
  );
  return route('GET', '/download_file/*', 'open', {
    answers: 'application/octet-stream',
    handler: async (request, reply) => {
      const named = readDownloadName((request.params as { '*': string })['*']);
      if (named === undefined) return noFile;
      const network = clientNetwork(request.clientAddress);
      const waitMs = tries.take(network);
      if (waitMs > 0) throw new ProblemError(tooManyAddresses(waitMs));
      const { id, ...reader } = named;
      const found = await documents.find(reader, id);
      if (!found.ok) return noFile;
      tries.giveBack(network);
      if (found.value.createdAt.getTime() + linkLifetimeMs < Date.now()) return noFile;
      return sendFile(reply, documents, reader, id);
    },
  });
}

async function sendFile(
  reply: FastifyReply,
  documents: Documents,
  reader: { teamId: string; documentKey: string },
  id: string,
): Promise<Outcome<Buffer>> {
  return toFileAnswer(reply, await documents.fetch(reader, id));
}

function keyAfterLargeFile() {
  return largeBody(
    `A file of more than ${requestLimits.maxTranslateBodyBytes} bytes needs its key first. Send api_key before the file in the form, in the query, or as "Authorization: Bearer <API_KEY>".`,
  );
}

function tooManyAddresses(waitMs: number) {
  return problem(
    'rate_limited',
    'Too many wrong addresses came from this network. Wait for the time given in Retry-After.',
    toRetryAfterSeconds(waitMs),
  );
}

/** The prefix as the client sent it: a proxy that removes it from requests adds it to no answer. */
function usedPrefix({ originalUrl }: FastifyRequest, pathPrefix: string): string {
  return pathPrefix !== '' && originalUrl.startsWith(`${pathPrefix}/`) ? pathPrefix : '';
}

/** As the client addressed this server, through a trusted proxy or not. */
function originOf({ protocol, host, raw }: FastifyRequest): string {
  return `${protocol}://${host || `${raw.socket.localAddress}:${raw.socket.localPort}`}`;
}
