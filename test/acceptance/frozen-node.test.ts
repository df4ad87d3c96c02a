/**
 * A node that stands still inside a transaction, with the team's row locked: a paused virtual machine, a host that is
 * gone. The server ends its transaction after 5 s, so the team is blocked no longer than that; when the node wakes up it
 * goes on, and what it had under way is charged once or not at all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer, post, translate } from '../support/api-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { holdTable, stateOf } from '../support/hold-table.ts';
import { expectInTime } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { readProcess } from '../support/process-table.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import {
  openServer,
  type RunningServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let frozen: ServerProcess;
let other: RunningServer;
let team: TestTeam;
let minting: string;

beforeAll(async () => {
  db = openTestPool(database.url);
  const env = {
    DATABASE_URL: database.url,
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'latencyMs=300',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
  };
  [frozen, other] = await Promise.all([startServer(env), openServer(env)]);
  [team] = (await seedTeams(db, 1, { keys: 2 })) as [TestTeam];
  const key = { teamId: team.id, name: 'keys', mode: 'live', scopes: ['translate', 'keys'] } as const;
  minting = (await createKey(db, key, testActor))?.plain ?? '';
});
afterAll(async () => {
  const codes = await Promise.all([frozen.stop(), other.stop()]);
  await db.end();
  expect(codes).toEqual([0, 0]);
});

const patience = { timeout: 120_000, interval: 10 };
const text = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
const translateAt = ({ url }: RunningServer) => translate(url, team.key, text);

/** Stops the node while a key is being made, right after it has locked the team's row; its answer comes when it wakes. */
async function freezeInsideTransaction() {
  const held = await holdTable(database.url, 'audit_log');
  const creation = post<ProblemAnswer>(`${frozen.url}/v1/keys`, bearer(minting), '{"name":"made"}');
  const pid = await held.waitingTransaction();
  // It reaches its charge while the node is asleep, or after that, or waits in vain for the row before it.
  const charging = translateAt(frozen);
  process.kill(frozen.pid, 'SIGSTOP');
  await expect.poll(() => readProcess(frozen.pid)?.state, patience).toBe('T');
  await held.release();
  await expect.poll(() => stateOf(db, pid), patience).toBe('idle in transaction');
  return { pid, creation, charging };
}

test('a frozen node blocks its team for no longer than 5 s, and goes on when it wakes up', async () => {
  const keysBefore = await countKeys();
  const { pid, creation, charging } = await freezeInsideTransaction();
  const frozenAt = performance.now();
  let statuses: number[] = [];
  try {
    const revocation = call(`${other.url}/v1/keys/${team.keys[1]?.id}`, {
      method: 'DELETE',
      headers: bearer(minting),
    });
    // Each refusal is a time-out of 2 s for the team's row.
    const callAgain = async () => {
      statuses.push((await translateAt(other)).status);
      return statuses.at(-1);
    };
    await expect.poll(callAgain, { timeout: 120_000, interval: 1 }).toBe(200);
    expect((await revocation).status).toBe(204);
    expectInTime('a team is blocked by a frozen node', performance.now() - frozenAt, 6_000);
    // On a busy machine the first call may come to the row when Postgres is about to free it.
    expect(statuses[0] === 503 || performance.now() - frozenAt > 4_500).toBe(true);
    expect(statuses.length).toBeLessThanOrEqual(5);
    expect(await stateOf(db, pid)).toBeUndefined();
    expect(readProcess(frozen.pid)?.state).toBe('T');
  } finally {
    process.kill(frozen.pid, 'SIGCONT');
  }

  const made = await creation;
  expect([made.status, made.body.code]).toEqual([503, 'service_unavailable']);
  expect(await countKeys()).toBe(keysBefore - 1);
  statuses = [...statuses, (await charging).status, (await translateAt(frozen)).status];
  expect(statuses.at(-1)).toBe(200);
  const { rows } = await db.query<{ calls: number }>(
    'SELECT count(*)::int AS calls FROM calls WHERE team_id = $1',
    [team.id],
  );
  expect(rows[0]?.calls).toBe(statuses.filter((status) => status === 200).length);
  expect(await findDisagreements(db)).toEqual([]);
});

async function countKeys(): Promise<number> {
  const { rows } = await db.query<{ keys: number }>(
    'SELECT count(*)::int AS keys FROM api_keys WHERE team_id = $1 AND revoked_at IS NULL',
    [team.id],
  );
  return rows[0]?.keys ?? 0;
}
