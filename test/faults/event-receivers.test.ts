/**
 * Events arrive although receivers fail in eleven ways and nodes are killed in the middle: each one at least once, none is lost,
 * and the reference library accepts every signature.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam } from '../support/console-client.ts';
import { scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { testDestinations } from '../support/test-destinations.ts';
import { makeCertificates } from '../support/tls-servers.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { type FailingReceiver, startFailingReceivers } from './support/failing-receivers.ts';

const events = scale(330, 10_010);
const kills = scale(1, 20);
const timeoutMs = 500;

const database = useTestDatabase();
const dataKey = randomBytes(32);
const certificates = makeCertificates('127.0.0.1');
const wrongCertificates = makeCertificates('127.0.0.1');
let db: Database;
const nodes = new Set<ServerProcess>();
let receivers: FailingReceiver[] = [];
let canary: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  db = openTestPool(database.url);
  canary = await startReceiver();
  receivers = await startFailingReceivers(canary.url, certificates, wrongCertificates);
});
afterAll(async () => {
  for (const node of nodes) process.kill(node.pid, 'SIGKILL');
  await Promise.all([...nodes].map(({ endedBy }) => endedBy));
  for (const receiver of [...receivers, canary]) await receiver.close();
  for (const { folder } of [certificates, wrongCertificates]) rmSync(folder, { recursive: true });
  await db.end();
});

async function startNode(): Promise<void> {
  const proxy = new URL(canary.url).origin;
  const node = await startServer(
    {
      DATABASE_URL: database.url,
      DRAGOMAN_DATA_KEY: dataKey.toString('base64'),
      DRAGOMAN_WEBHOOK_NETWORKS: '127.0.0.1',
      DRAGOMAN_WEBHOOK_HTTP: 'on',
      DRAGOMAN_WEBHOOK_RETRY_MS: '10',
      DRAGOMAN_WEBHOOK_TIMEOUT_MS: String(timeoutMs),
      NODE_EXTRA_CA_CERTS: certificates.authority,
      // Webhooks are not sent through it.
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
    },
    { keepsLog: true },
  );
  nodes.add(node);
}

async function killNode(): Promise<void> {
  const [node] = nodes;
  if (node === undefined) throw new Error('no node runs');
  nodes.delete(node);
  process.kill(node.pid, 'SIGKILL');
  expect(await node.endedBy).toBe('SIGKILL');
}

/** Each team has one receiver. */
async function addReceivers(): Promise<string[]> {
  const destinations = testDestinations(db, new DataKeys(dataKey));
  const teams: string[] = [];
  for (const receiver of receivers) {
    const team = await seedTeam(db, receiver.way);
    const wanted = {
      kind: 'webhook',
      name: receiver.way,
      address: receiver.url,
      eventTypes: ['budget.reached'],
    } as const;
    const created = await destinations.create(team, wanted, testActor);
    if (!created.ok) throw new Error(created.problem.detail);
    receiver.secret = created.value.secret ?? '';
    teams.push(team);
  }
  return teams;
}

const recordWave = (teams: readonly string[], count: number) =>
  db.query(
    `SELECT record_event(($1::uuid[])[1 + n % cardinality($1)], 'budget.reached', NULL, jsonb_build_object('n', n))
       FROM generate_series(1, $2::int) AS n`,
    [teams, count],
  );
const loggedReasons = async () =>
  (
    await db.query<{ reason: string }>(
      `SELECT DISTINCT entry ->> 'reason' AS reason FROM event_deliveries, jsonb_array_elements(log) AS entry
        WHERE entry ->> 'reason' IS NOT NULL ORDER BY 1`,
    )
  ).rows.map(({ reason }) => reason);
const accepted = () => receivers.reduce((sum, receiver) => sum + receiver.accepted.length, 0);
const waiting = async () =>
  (
    await db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM event_deliveries WHERE state = 'waiting'",
    )
  ).rows[0]?.count;

test(`${events} events arrive at receivers that fail in eleven ways, while nodes are killed`, async () => {
  const teams = await addReceivers();
  await Promise.all([startNode(), startNode()]);
  const startedAt = Date.now();
  const waves = kills + 1;
  for (let wave = 0; wave < waves; wave++) {
    const before = accepted();
    await recordWave(teams, Math.ceil(events / waves));
    // In the middle of its work.
    await expect.poll(accepted, { interval: 5 }).toBeGreaterThan(before + events / waves / 10);
    if (wave === 0) {
      await expect.poll(loggedReasons).toEqual(expect.arrayContaining(['refused', 'tls']));
      for (const receiver of receivers) await receiver.repair?.();
    }
    if (wave === kills) break;
    await killNode();
    if (nodes.size === 0 || kills > 1) await startNode();
  }
  await expect.poll(waiting).toBe(0);
  const seconds = (Date.now() - startedAt) / 1_000;

  const { rows } = await db.query<{ id: string; teamId: string }>(
    `SELECT e.id, e.team_id AS "teamId" FROM events e WHERE e.type = 'budget.reached'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(events);
  let repeated = 0;
  for (const [i, receiver] of receivers.entries()) {
    const sent = rows.filter(({ teamId }) => teamId === teams[i]).map(({ id }) => id);
    const arrived = new Set(receiver.accepted.map(({ id }) => id));
    expect(
      sent.filter((id) => !arrived.has(id)),
      receiver.way,
    ).toEqual([]);
    expect(arrived.size, receiver.way).toBe(sent.length);
    expect(receiver.unverified, receiver.way).toEqual([]);
    repeated += receiver.accepted.length - arrived.size;
  }
  expect(canary.attempts.size).toBe(0);
  expect(await loggedReasons()).toEqual([
    'connection_lost',
    'redirect',
    'refused',
    'status',
    'timeout',
    'tls',
  ]);
  process.stdout.write(
    `${rows.length} events, ${kills} nodes killed: 0 lost, ${repeated} accepted again after a kill, 0 bad signatures, ${seconds.toFixed(0)} s\n`,
  );
});
