/** The address of the public API that the dashboard shows, and that its samples call. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';

export interface PublicAddress {
  /** What the operator set; undefined: the address is derived. */
  readonly publicUrl: string | undefined;
  readonly pathPrefix: string;
  /** Whether the public listener itself speaks HTTPS. */
  readonly isSecure: boolean;
  /** The port on which the public listener listens. */
  port(): number;
}

export const publicApiSchema = Type.Object({
  url: Type.String({ description: 'without a slash at the end and without `/v1`' }),
  source: Type.Enum(['configured', 'derived'], {
    description:
      '`configured`: the operator set DRAGOMAN_PUBLIC_URL. `derived`: the host that the browser used, with the port of the public listener, which may be wrong behind a proxy.',
  }),
});

export function showPublicApi(address: PublicAddress, request: FastifyRequest) {
  const { publicUrl } = address;
  if (publicUrl !== undefined) return { url: publicUrl, source: 'configured' as const };
  return { url: deriveUrl(address, request.host), source: 'derived' as const };
}

/** A host that is no host comes from a client that is no browser. */
function deriveUrl({ pathPrefix, isSecure, port }: PublicAddress, usedHost: string): string {
  const url = URL.parse(`http://${usedHost}`) ?? new URL('http://127.0.0.1');
  const derived = new URL(`${isSecure ? 'https' : 'http'}://${url.hostname}`);
  derived.port = String(port());
  return derived.origin + pathPrefix;
}
