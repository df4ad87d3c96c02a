import { expect, test } from 'vitest';
import type { Database } from '../store/postgres/database.ts';
import { createAuthenticator } from './authenticate.ts';
import { AuthenticationCache } from './authentication-cache.ts';
import { BadKeyLimit } from './bad-key-limit.ts';

const key = `svc_live_${'a'.repeat(40)}`;
const address = '192.0.2.1';

/** An authenticator whose key reads complete when the test says so, with the state at their start. */
function createHeldAuthenticator() {
  let revokedAt: Date | null = null;
  const reads: (() => void)[] = [];
  const query = () => {
    const row = { id: 'key', teamId: 'team', mode: 'live', scopes: [], revokedAt, isSuspended: false };
    return new Promise((resolve) => reads.push(() => resolve({ rows: [row] })));
  };
  const db = { query } as unknown as Database;
  const lastUsed = { note: () => {}, close: async () => {} };
  const cache = new AuthenticationCache(0);
  return {
    authenticator: createAuthenticator(db, lastUsed, cache, new BadKeyLimit(60)),
    reads,
    revoke: () => {
      revokedAt = new Date();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a request is never answered by a read that began before it: a revocation in between is seen', async () => {
  const { authenticator, reads, revoke } = createHeldAuthenticator();
  const before = authenticator.authenticate(key, address);
  await settled();
  revoke();
  const after = [authenticator.authenticate(key, address), authenticator.authenticateForCharge(key, address)];
  await settled();
  expect(reads).toHaveLength(1);
  reads[0]?.();
  expect((await before).ok).toBe(true);
  await settled();
  expect(reads).toHaveLength(2);
  reads[1]?.();
  for (const { ok } of await Promise.all(after)) expect(ok).toBe(false);
});

test('a key is accepted from its networks alone, also from memory, and not used from elsewhere', async () => {
  const own = { networks: ['192.0.2.0/24'], engines: null, languagePairs: null, hasBudget: false };
  const row = { id: 'key', teamId: 'team', mode: 'live', scopes: [], revokedAt: null, own };
  const db = { query: async () => ({ rows: [row] }) } as unknown as Database;
  const noted: string[] = [];
  const lastUsed = { note: (id: string) => void noted.push(id), close: async () => {} };
  const authenticator = createAuthenticator(
    db,
    lastUsed,
    new AuthenticationCache(60_000),
    new BadKeyLimit(60),
  );
  const from = async (clientAddress: string) => {
    const answers = [
      await authenticator.authenticate(key, clientAddress),
      await authenticator.authenticateForCharge(key, clientAddress),
    ];
    return answers.map((answer) => (answer.ok ? 'accepted' : answer.problem.code));
  };
  expect(await from('198.51.100.7')).toEqual(['forbidden', 'forbidden']);
  expect(noted).toEqual([]);
  expect(await from('::ffff:192.0.2.9')).toEqual(['accepted', 'accepted']);
  expect(noted).toEqual(['key', 'key']);
});

test('however many requests present a key, it is read once at a time', async () => {
  const { authenticator, reads } = createHeldAuthenticator();
  const first = authenticator.authenticate(key, address);
  await settled();
  reads[0]?.();
  await first;
  const flood = Array.from({ length: 200 }, () => authenticator.authenticate(key, address));
  await settled();
  for (let read = 1; read < reads.length; read++) {
    expect(reads).toHaveLength(read + 1);
    reads[read]?.();
    await settled();
  }
  expect((await Promise.all(flood)).every(({ ok }) => ok)).toBe(true);
  expect(reads.length).toBe(3);
});
