/**
 * A network that says nothing any more, as when a server's address moves to another machine: connections stay open and no
 * byte comes back. New ones work at once, so a node should soon be on those, and not wait out each old one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let proxy: FaultProxy;
let server: RunningServer;
let db: Database;
let team: TestTeam;

beforeAll(async () => {
  const url = new URL(database.url);
  proxy = await startFaultProxy(Number(url.port || 5432));
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  server = await openServer({
    DATABASE_URL: url.href,
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
  });
  db = openTestPool(database.url);
  [team] = (await seedTeams(db, 1)) as [TestTeam];
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await proxy.stop();
  await db.end();
});

const text = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
const ask = () => translate<ProblemAnswer>(server.url, team.key, text);
const usage = () => call(`${server.url}/v1/usage`, { headers: bearer(team.key) });

/** Until calls and reports are answered again, each at its first try. Nobody is told anything else but 503 meanwhile. */
async function untilNormal(): Promise<{ afterMs: number; delivered: number }> {
  const started = performance.now();
  const statuses = new Set<number>();
  let delivered = 0;
  for (let inARow = 0; inARow < 5; ) {
    const answers = await Promise.all([ask(), ask(), usage()]);
    for (const { status } of answers) statuses.add(status);
    delivered += answers.slice(0, 2).filter(({ status }) => status === 200).length;
    inARow = answers.every(({ status }) => status === 200) ? inARow + 1 : 0;
  }
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
  return { afterMs: performance.now() - started, delivered };
}

test('connections that fall silent are replaced, and nothing is charged twice or lost', async () => {
  let answered = (await untilNormal()).delivered;
  const times: number[] = [];
  for (let round = 0; round < scale(2, 20); round++) {
    proxy.silence();
    const { afterMs, delivered } = await untilNormal();
    times.push(Math.round(afterMs));
    answered += delivered;
  }
  process.stderr.write(`normal again after ${times.join(', ')} ms\n`);
  expectInTime('until calls and reports are normal again', Math.max(...times), 8_000);
  expect(server.log()).toContain('the database did not answer: older connections are closed');
  const { rows } = await db.query<{ characters: string }>('SELECT sum(characters) AS characters FROM calls');
  expect(Number(rows[0]?.characters)).toBe(answered * 'a house'.length);
  expect(await findDisagreements(db)).toEqual([]);
});
