/** docs/call/deepl-operations.json against the routes of the server: both say the same, in both directions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import listed from '../../../../docs/call/deepl-operations.json' with { type: 'json' };
import { createLogger } from '../../../observability/logger.ts';
import { createServer } from '../../server.ts';
import { describePublicApi } from '../describe-public-api.ts';
import { defineNotOffered } from './not-offered.ts';

const statuses = ['supported', 'refused by name', 'not offered'];
/** What DeepL does not have: see the page of the table. */
const ownOperations = ['DELETE /v2/document/{}', 'POST /v2/languages'];

const withoutNames = (operation: string) => operation.replaceAll(/\{\w+\}/g, '{}');
const withStatus = (...wanted: string[]) =>
  listed.operations
    .filter(({ status }) => wanted.includes(status))
    .map(({ operation }) => withoutNames(operation));

let routes: string[];
let address: string;
const refusing = createServer({
  logger: createLogger('silent'),
  trustedProxies: [],
  isTemporary: () => false,
});

beforeAll(async () => {
  const { paths } = (await describePublicApi('0')) as { paths: Record<string, object> };
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => withoutNames(`${method.toUpperCase()} ${path}`)),
  );
  defineNotOffered(refusing);
  address = await refusing.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => refusing.close());

test('every operation is listed once, with a known status', () => {
  const names = withStatus(...statuses);
  expect(names).toHaveLength(listed.operations.length);
  expect(new Set(names).size).toBe(names.length);
});

test('the supported operations are the routes of /v2 and /v3', () => {
  const ofLibraries = routes.filter((route) => /^\w+ \/v[23]\//.test(route));
  expect(ofLibraries.toSorted()).toEqual([...withStatus('supported'), ...ownOperations].toSorted());
});

test('the other operations have no route', () => {
  const others = withStatus('refused by name', 'not offered');
  expect(others.filter((operation) => routes.includes(operation))).toEqual([]);
});

test.each(
  listed.operations.map(({ operation, feature, status }) => [operation, { feature, status }] as const),
)('%s is refused by name only if the list says so', async (operation, { feature, status }) => {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await (await fetch(address + path, { method })).text();
  const names = answer.includes(`${feature} `) && answer.includes('not offered by this server');
  expect(names).toBe(status === 'refused by name');
});
