import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { PathMethods, replaceMethod, restoreMethod } from './path-methods.ts';

const paths = new PathMethods();
paths.add('/boats/new', ['GET', 'OPTIONS']);
paths.add('/boats/:id', ['PUT', 'OPTIONS']);
paths.add('/crews/*', []);

test.each([
  ['GET', '/boats/new', 'GET'],
  ['PUT', '/boats/7', 'PUT'],
  ['OPTIONS', '/boats/7?all=1', 'OPTIONS'],
  ['TRACE', '/boats/7', 'TRACE'],
  ['PROPFIND', '/boats/7', 'TRACE'],
  ['DELETE', '/boats/7', 'TRACE'],
  // The path that belongs to the URL has no such method, whatever another path has that it would match.
  ['PUT', '/boats/new', 'TRACE'],
  ['PUT', '/boats/n%65w', 'TRACE'],
  ['GET', '/crews/7/of/8', 'TRACE'],
  ['GET', '/boats/%zz', 'TRACE'],
  ['PUT', `/boats/${'x'.repeat(101)}`, 'PUT'],
  ['DELETE', `/boats/${'x'.repeat(101)}`, 'TRACE'],
  // There is nothing: no method is better than the other.
  ['DELETE', '/ships', 'DELETE'],
  ['QUERY', '/ships', 'QUERY'],
])('%s %s is routed as %s and shown as it was sent', (sent, url, routed) => {
  const request = { method: sent } as IncomingMessage;
  replaceMethod(request, url, paths);
  expect(request.method).toBe(routed);
  restoreMethod(request);
  expect(request.method).toBe(sent);
});
