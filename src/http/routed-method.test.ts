import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { replaceUnroutedMethod, restoreMethod } from './routed-method.ts';

test.each([
  ['PROPFIND', 'TRACE'],
  ['QUERY', 'TRACE'],
  ['TRACE', 'TRACE'],
  ['GET', 'GET'],
  ['OPTIONS', 'OPTIONS'],
])('%s is routed as %s, and shown as it was sent', (sent, routed) => {
  const request = { method: sent } as IncomingMessage;
  replaceUnroutedMethod(request);
  expect(request.method).toBe(routed);
  restoreMethod(request);
  expect(request.method).toBe(sent);
});
