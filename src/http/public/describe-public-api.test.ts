import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describePublicApi } from './describe-public-api.ts';

const root = new URL('../../../', import.meta.url);
const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, root), 'utf8')) as unknown;

interface Operation {
  operationId: string;
  security: object[];
  responses: Record<string, unknown>;
}

test('docs/openapi.json is what the routes say; otherwise run: npm run openapi', async () => {
  const { version } = (await readJson('package.json')) as { version: string };
  // Serialized like the file, which drops undefined and non-enumerable members.
  const described = JSON.parse(JSON.stringify(await describePublicApi(version))) as unknown;
  expect(described).toEqual(await readJson('docs/openapi.json'));
});

test('every operation but the health check needs a scope, and each has a name of its own', async () => {
  const { paths } = (await describePublicApi('0')) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  expect(operations.length).toBeGreaterThan(15);
  expect(operations.filter(({ security }) => security.length === 0).map(({ path }) => path)).toEqual([
    '/health',
  ]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});
