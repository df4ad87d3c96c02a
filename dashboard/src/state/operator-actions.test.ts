import { expect, test } from 'vitest';
import { type OperatorAction, operatorMay } from './operator-actions.ts';

const actions: readonly OperatorAction[] = [
  'create teams',
  'rename teams',
  'suspend teams',
  'change credit',
  'change quotas',
  'change rates',
  'see engines of teams',
  'change engines of teams',
  'help people',
  'change roles',
  'change models',
  'see people of teams',
];

test('a full operator is offered everything, and nobody else what concerns roles, models and engines', () => {
  expect(actions.every((action) => operatorMay('full', action))).toBe(true);
  expect(actions.filter((action) => operatorMay('support', action))).toEqual([
    'rename teams',
    'see engines of teams',
    'help people',
    'see people of teams',
  ]);
  expect(actions.filter((action) => operatorMay('billing', action))).toEqual([
    'change credit',
    'change quotas',
  ]);
});

test('a read-only operator is offered no change, and others nothing', () => {
  expect(actions.filter((action) => operatorMay('read-only', action))).toEqual([
    'see engines of teams',
    'see people of teams',
  ]);
  for (const role of [null, undefined])
    expect(actions.some((action) => operatorMay(role, action))).toBe(false);
});
