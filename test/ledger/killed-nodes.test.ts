/**
 * A node that is killed at the two moments that matter, each made for certain: when it has asked for a charge that Postgres
 * has not heard of, and when Postgres has committed one that the node does not know of. `npm run chaos -- api-crash`
 * kills at random, under load.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { audit } from '../support/books.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { type ServerProcess, startServer, useServer } from '../support/server-process.ts';
import { send, sendUntilDecided } from '../support/translate-client.ts';
import { type ChargeProxy, startChargeProxy } from './support/charge-proxy.ts';

const settings = { NODE_ENV: 'test', DRAGOMAN_STUB_ENGINE: 'on', DRAGOMAN_CACHE_MB: '0' };
const survivor = useServer(settings);
const text = 'a house';

let db: Database;
let team: TestTeam;
/** Its call has no Idempotency-Key. */
let keyless: TestTeam;
let proxy: ChargeProxy;
let node: ServerProcess;
beforeEach(async () => {
  const url = new URL(survivor.env.DATABASE_URL ?? '');
  db = openTestPool(url.href);
  [team, keyless] = (await seedTeams(db, 2)) as [TestTeam, TestTeam];
  proxy = await startChargeProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.port = String(proxy.port);
  node = await startServer({ ...settings, DATABASE_URL: url.href });
});
afterEach(async () => {
  await node.stop();
  await proxy.stop();
  await db.end();
});

async function chargedCharacters({ id }: TestTeam): Promise<number[]> {
  const { rows } = await db.query('SELECT characters FROM calls WHERE team_id = $1', [id]);
  return rows.map(({ characters }) => Number(characters));
}

/** kill -9 when the charges of both calls have come so far. */
async function killAt(where: 'before Postgres' | 'after Postgres'): Promise<void> {
  const calls = [
    { key: keyless.key, text },
    { key: team.key, text, idempotencyKey: 'repeated' },
  ];
  const outcomes = [];
  for (const call of calls) {
    const reached = proxy.stopCharges(where);
    const outcome = send(node.url, call);
    // A call that is refused before its charge would be waited for until the test times out.
    expect(await Promise.race([reached, outcome])).toBeUndefined();
    outcomes.push(outcome);
  }
  process.kill(node.pid, 'SIGKILL');
  expect(await node.endedBy).toBe('SIGKILL');
  // On a slow machine the node may have given up before it was killed; it never said that it translated.
  for (const outcome of outcomes) expect(await outcome).not.toMatchObject({ status: 200 });
}

test.each([
  { where: 'before Postgres', chargedBefore: [] },
  { where: 'after Postgres', chargedBefore: [text.length] },
] as const)(
  'killed $where: the repeat is answered, and one of both is charged; without an Idempotency-Key, one at most',
  async (moment) => {
    await killAt(moment.where);
    for (const each of [team, keyless]) expect(await chargedCharacters(each)).toEqual(moment.chargedBefore);
    const repeat = await sendUntilDecided(survivor.server.url, {
      key: team.key,
      text,
      idempotencyKey: 'repeated',
    });
    expect(repeat).toMatchObject({
      status: 200,
      characters: text.length,
      replayed: moment.chargedBefore.length > 0,
    });
    expect(await chargedCharacters(team)).toEqual([text.length]);
    expect(await chargedCharacters(keyless)).toEqual(moment.chargedBefore);
    expect(await audit(db)).toEqual([]);
  },
);
