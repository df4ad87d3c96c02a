/**
 * The dashboard's files, which the build places beside the code. They are few and small, so they are read
 * once and cached in memory; text files also compressed, from the first request that accepts it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDefinition } from '../define-routes.ts';

/** Does not exist when the source runs without a build; the console then serves only the description of the API. */
const folder = fileURLToPath(new URL('../../dashboard/', import.meta.url));

/** The paths that the dashboard's own router handles. */
export const pages = [
  '/',
  '/home',
  '/sign-in',
  '/sign-in/return',
  '/join',
  '/keys',
  '/usage',
  '/requests',
  '/glossaries',
  '/style-rules',
  '/documents',
  '/playground',
  '/reference',
  '/reference/:operation',
  '/translate',
  '/people',
  '/limits',
  '/audit',
  '/events',
  '/account',
];
export const operatorPages = [
  '/operator/teams',
  '/operator/teams/:id',
  '/operator/users',
  '/operator/usage',
  '/operator/installation',
  '/operator/availability',
  '/operator/models',
  '/operator/audit',
  '/operator/events',
];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface CachedFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Undefined for what is compressed already. To compress every file takes longer than the rest of a start. */
  readonly gzipped: (() => Promise<Buffer>) | undefined;
  /** The file name changes with the content. */
  readonly isImmutable: boolean;
}

interface Dashboard {
  readonly routes: RouteDefinition[];
  readonly notFoundPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
  readonly notFoundPath: (request: FastifyRequest) => string | undefined;
}

/** No page has this path. */
const nowhere = '/not-found';

export function openDashboard(): Dashboard {
  if (!existsSync(folder))
    return { routes: [redirectToDescription], notFoundPage: () => undefined, notFoundPath: () => undefined };
  const index = readDashboardFile('index.html');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => types[extname(name)] !== undefined && name !== 'index.html');
  return {
    routes: [
      ...[...pages, ...operatorPages].map((url) => fileRoute(url, index)),
      ...files.map((name) => fileRoute(`/${name}`, readDashboardFile(name))),
      // Browsers ask for it beside what names no icon, such as the description of the API.
      fileRoute('/favicon.ico', readDashboardFile('mark.svg')),
    ],
    // The dashboard itself shows "not found", as it does for a page that the user may not open.
    notFoundPage(request, reply) {
      if (!isPageNavigation(request)) return undefined;
      request.problemCode = 'not_found';
      return send(request, reply.code(404), index);
    },
    notFoundPath: (request) => (isPageNavigation(request) ? nowhere : undefined),
  };
}

/** Whether a browser navigates to a page, as opposed to a script that calls the API. */
function isPageNavigation({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = /\btext\/html\b/.test(headers.accept ?? '');
  return method === 'GET' && asksForPage && !url.startsWith('/api/');
}

const redirectToDescription: RouteDefinition = {
  method: 'GET',
  url: '/',
  access: 'open',
  handler: async (_request, reply) => reply.redirect('/openapi.json'),
};

function readDashboardFile(name: string): CachedFile {
  const plain = readFileSync(`${folder}${name}`);
  const isText = !name.endsWith('.woff2');
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    plain,
    gzipped: isText ? gzippedOnce(plain) : undefined,
    isImmutable: name.startsWith('assets/'),
  };
}

/** A document that never changes while the process runs. */
export function jsonRoute(url: string, document: object): RouteDefinition {
  const plain = Buffer.from(JSON.stringify(document));
  const type = 'application/json; charset=utf-8';
  return fileRoute(url, { type, plain, gzipped: gzippedOnce(plain), isImmutable: false });
}

function gzippedOnce(plain: Buffer): () => Promise<Buffer> {
  let gzipped: Promise<Buffer> | undefined;
  return () => {
    gzipped ??= promisify(gzip)(plain, { level: 9 });
    return gzipped;
  };
}

function fileRoute(url: string, file: CachedFile): RouteDefinition {
  return {
    method: 'GET',
    url,
    access: 'open',
    handler: async (request, reply) => send(request, reply, file),
  };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, file: CachedFile): FastifyReply {
  reply.type(file.type).header('vary', 'accept-encoding');
  if (file.isImmutable) reply.header('cache-control', 'public, max-age=31536000, immutable');
  const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  if (file.gzipped === undefined || !acceptsGzip) return reply.send(file.plain);
  reply.header('content-encoding', 'gzip');
  file.gzipped().then(
    (body) => reply.send(body),
    (error) => reply.send(error),
  );
  return reply;
}
