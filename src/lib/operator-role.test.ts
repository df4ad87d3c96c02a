import { expect, test } from 'vitest';
import { isAmong, limitedOperatorRoles, type OperatorRole, operatorRoles } from './operator-role.ts';

test('a full operator may do what names no role, and nobody else may', () => {
  expect(operatorRoles.filter((role) => isAmong(role, []))).toEqual(['full']);
  expect(isAmong(null, [])).toBe(false);
});

test('the other roles may do what names them, and none includes another', () => {
  for (const named of limitedOperatorRoles)
    expect(operatorRoles.filter((role) => isAmong(role, [named]))).toEqual(['full', named]);
  expect(isAmong(null, limitedOperatorRoles)).toBe(false);
});

test('a role of a newer version may do nothing', () => {
  expect(isAmong('everything' as OperatorRole, limitedOperatorRoles)).toBe(false);
});
