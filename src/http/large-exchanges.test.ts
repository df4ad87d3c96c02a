import { expect, test } from 'vitest';
import type { Caller } from '../auth/caller.ts';
import { holderOf } from './large-exchanges.ts';

const caller = { teamId: 'team of the key' } as Caller;
const request = { caller: undefined, params: {}, clientAddress: '192.0.2.1' };

test('a body counts for the team of its caller, or for the network of a client that is not known yet', () => {
  expect(holderOf({ ...request, caller })).toBe('team of the key');
  expect(holderOf({ ...request, params: { team: 'team in the path' } })).toBe('team in the path');
  const [one, other] = [holderOf(request), holderOf({ ...request, clientAddress: '198.51.100.1' })];
  expect(one).not.toBe('');
  expect(one).not.toBe(other);
});
