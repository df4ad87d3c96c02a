/**
 * Bodies that a route takes as bytes because it parses them itself: files that are not JSON, and JSON that is
 * too large to parse on the main thread.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherCharsets } from './body-text.ts';
import { unsupportedBody } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types that the route takes as bytes. Without it, the body is parsed as JSON. */
    rawBodyTypes?: readonly string[];
  }
}

/** Forms with a file (documents/receive-upload.ts). */
export const multipartType = 'multipart/form-data';

const fileTypes: readonly string[] = ['text/tab-separated-values', 'text/csv'];

/** Accepts these types on routes that list them in `rawBodyTypes`, and refuses them on every other route. */
export function acceptFiles(app: FastifyInstance): void {
  for (const type of fileTypes) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        refuseOtherCharsets(headers['content-type'] ?? '');
        return body;
      },
    );
  }
  app.addHook('preParsing', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const type = mediaTypeOf(request);
    const { rawBodyTypes = ['application/json'] } = request.routeOptions.config;
    if (fileTypes.includes(type) && !rawBodyTypes.includes(type)) {
      throw unsupportedBody('Send the body as JSON with "Content-Type: application/json".');
    }
  });
}

export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
