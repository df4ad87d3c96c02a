/**
 * Whether a browser may have sent a GET for a page of any site. With the address of an image or of a link it sends no
 * Origin header. Sec-Fetch-Site says where the request comes from, but only on HTTPS and on the visitor's own machine.
 * Elsewhere the name of the browser remains, which a page cannot change.
 */
import type { FastifyRequest } from 'fastify';

const ownSites: readonly unknown[] = ['none', 'same-origin'];

export function isReadByBrowser({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return !ownSites.includes(site);
  return /^Mozilla\//i.test(headers['user-agent'] ?? '');
}
