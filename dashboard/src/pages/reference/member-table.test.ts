import { expect, test } from 'vitest';
import { membersOfParameters } from './member-table.tsx';

test('a header is named as it is, like any other parameter', () => {
  const parameter = { required: false, schema: { type: 'string' } } as const;
  const members = membersOfParameters([
    { ...parameter, name: 'Idempotency-Key', in: 'header' },
    { ...parameter, name: 'limit', in: 'query' },
  ]);
  expect(members.map(({ name }) => name)).toEqual(['Idempotency-Key', 'limit']);
});
