import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ApiDocument, operationsOf } from './document.ts';
import { groupsOf } from './groups.ts';
import { memberNamesOf, search, searchableOf } from './search.ts';

const file = new URL('../../../../docs/openapi.json', import.meta.url);
const operations = operationsOf(JSON.parse(readFileSync(file, 'utf8')) as ApiDocument);
const all = searchableOf(operations);
const idsOf = (query: string) => search(all, query).direct.map(({ operationId }) => operationId);

test('every operation is found by its summary, its method and path, its id, and each of its members', () => {
  expect(operations.length).toBeGreaterThan(60);
  for (const operation of operations) {
    const { operationId, summary, method, path } = operation;
    for (const query of [summary, `${method} ${path}`, `  ${path} ${method.toLowerCase()} `, operationId])
      expect(idsOf(query), query).toContain(operationId);
    for (const name of memberNamesOf(operation)) {
      const { direct, byMember } = search(all, name);
      const found = [...direct, ...byMember.map(({ operation }) => operation)];
      expect(found, `${operationId} ${name}`).toContain(operation);
    }
  }
});

test('all words of a query must match, in any order and case', () => {
  expect(idsOf('TEXTS translate')[0]).toBe('translate');
  expect(idsOf('translate zebra')).toEqual([]);
  expect(idsOf('')).toHaveLength(operations.length);
});

test('an operation that only a member leads to is listed with that member', () => {
  const { direct, byMember } = search(all, 'tag_handling');
  expect(direct).toEqual([]);
  expect(byMember.map(({ operation, member }) => `${operation.operationId} ${member}`)).toContain(
    'translate tag_handling',
  );
});

test('every operation is in one group, and only what has no other place is under "More"', () => {
  const groups = groupsOf(operations);
  expect(groups.flatMap((group) => group.operations)).toHaveLength(operations.length);
  expect(groups.at(-1)?.operations.map(({ path }) => path)).toEqual(['/health']);
});
