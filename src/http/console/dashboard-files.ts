/**
 * The files of the dashboard, as the build leaves them beside the code. They are few and small, so they are read once
 * and kept, packed as well where that helps.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDefinition } from '../define-routes.ts';

/** Not there where the source runs without a build: the console then has the API reference alone. */
const folder = fileURLToPath(new URL('../../dashboard/', import.meta.url));

/** The pages that the dashboard itself tells apart. */
const pages = [
  '/',
  '/sign-in',
  '/join',
  '/keys',
  '/usage',
  '/glossaries',
  '/playground',
  '/people',
  '/limits',
  '/audit',
  '/account',
];
const operatorPages = ['/operator/teams', '/operator/teams/:id', '/operator/installation'];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface KeptFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer | undefined;
  /** Its name changes with its content. */
  readonly isForever: boolean;
}

interface Dashboard {
  readonly routes: RouteDefinition[];
  readonly pageForNothing: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

export function openDashboard(): Dashboard {
  if (!existsSync(folder)) return { routes: [withoutBuild], pageForNothing: () => undefined };
  const index = keep('index.html');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => types[extname(name)] !== undefined && name !== 'index.html');
  return {
    routes: [
      ...[...pages, ...operatorPages].map((url) => fileRoute(url, index)),
      ...files.map((name) => fileRoute(`/${name}`, keep(name))),
    ],
    // The dashboard says so itself, as it does to whoever opens a page that is not for them.
    pageForNothing(request, reply) {
      if (!isForPage(request)) return undefined;
      request.problemCode = 'not_found';
      return send(request, reply.code(404), index);
    },
  };
}

/** A browser that was led to an address, and not a script that asks the API. */
function isForPage({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = /\btext\/html\b/.test(headers.accept ?? '');
  return method === 'GET' && asksForPage && !url.startsWith('/api/');
}

const withoutBuild: RouteDefinition = {
  method: 'GET',
  url: '/',
  access: 'open',
  handler: async (_request, reply) => reply.redirect('/reference'),
};

function keep(name: string): KeptFile {
  const plain = readFileSync(`${folder}${name}`);
  const isText = !name.endsWith('.woff2');
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    plain,
    packed: isText ? gzipSync(plain, { level: 9 }) : undefined,
    isForever: name.startsWith('assets/'),
  };
}

function fileRoute(url: string, file: KeptFile): RouteDefinition {
  return {
    method: 'GET',
    url,
    access: 'open',
    handler: async (request, reply) => send(request, reply, file),
  };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  reply.type(file.type).header('vary', 'accept-encoding');
  if (file.isForever) reply.header('cache-control', 'public, max-age=31536000, immutable');
  const takesPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  if (file.packed === undefined || !takesPacked) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.packed);
}
