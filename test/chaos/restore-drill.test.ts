/**
 * The database's disk is lost under load, and what docs/operate/backup.md describes brings it back: to the end of the
 * archive, and to a moment before a mistake. Clients keep what they saw, and the books are held against that.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLedger } from '../../bench/support/seed-ledger.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { audit, readBooks } from '../support/books.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { send } from '../support/translate-client.ts';
import { BackedUpServices } from './support/backed-up-services.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { type Delivered, OpenLoopLoad } from './support/open-loop-load.ts';

const rig = useChaosRig({ nodes: 1, stub: 'latencyMs=5' });
const rowsBefore = scale(3_000, 1_000_000);
/** What docs/operate/backup.md says in the long form; shorter where the gate waits for it. */
const archiveTimeoutSeconds = scale(2, 30);
const ratePerSecond = scale(60, 100);

let services: BackedUpServices;
let teams: TestTeam[];
let env: Record<string, string>;
/** Without the time-outs of the service: a proof over a million rows takes longer than any of its queries. */
let books: Database;

beforeAll(async () => {
  services = await BackedUpServices.start(rig.services, archiveTimeoutSeconds);
  env = { DATABASE_URL: rig.services.current.databaseUrl, REDIS_URL: rig.services.current.redisUrl };
  books = new pg.Pool({ connectionString: env.DATABASE_URL, max: 2 });
  // The server is killed under its idle connections.
  books.on('error', () => undefined);
  teams = await seedTeams(rig.db, 20, { keys: 2 });
  await seedLedger(env.DATABASE_URL ?? '', teams, rowsBefore);
});
afterAll(() => books.end());

function startLoad(seed: number, from: readonly TestTeam[] = teams): OpenLoopLoad {
  const random = seededRandom('restore drill', seed);
  return new OpenLoopLoad({
    random,
    ratePerSecond,
    keys: from.map(({ key }) => key),
    pickUrl: () => rig.nodes[0]?.url,
  });
}

test('a lost disk costs less than a minute of calls and less than five minutes', async () => {
  const load = startLoad(28_001);
  await delay(500);
  const backupStarted = Date.now();
  await services.baseBackup();
  const backupMs = Date.now() - backupStarted;
  expect(load.lastDeliveryMs).toBeGreaterThan(backupStarted);
  await delay(archiveTimeoutSeconds * 1_500);

  const lostAt = Date.now();
  await services.loseDisk();
  // What was charged a moment before may still be on its way to its client; then nothing gets through.
  await delay(300);
  const seen = [...load.delivered.values()];
  const lastAnsweredMs = load.lastDeliveryMs;
  await services.restore();
  while (load.lastDeliveryMs === lastAnsweredMs) await delay(10);
  const rtoMs = load.lastDeliveryMs - lostAt;
  await delay(500);
  await load.finish();

  const restored = await findRows(seen);
  const pointMs = Math.max(...restored.values().map(({ chargedAtMs }) => chargedAtMs));
  expectExactlyOnceUntil(pointMs, seen, restored);
  const lost = seen.filter(({ requestId }) => !restored.has(requestId));
  const lastKept = Math.max(
    ...seen.filter(({ requestId }) => restored.has(requestId)).map(({ answeredAtMs }) => answeredAtMs),
  );
  const rpoMs = lastAnsweredMs - lastKept;

  // What was answered after the restore is in the books as well, and the rows from before are whole.
  const later = [...load.delivered.values()].filter(({ answeredAtMs }) => answeredAtMs > lastAnsweredMs);
  const paid = later.filter(({ replayed }) => !replayed);
  expect((await findRows(paid)).size).toBe(paid.length);
  await expectCleanAudit();
  expect(await audit(books)).toEqual([]);
  const { calls } = await readBooks(books);
  expect(calls).toBeGreaterThanOrEqual(rowsBefore + seen.length - lost.length + paid.length);
  expect(load.endings.get('service_unavailable') ?? 0).toBeGreaterThan(0);
  const answers = [...load.endings.keys()].filter((ending) => ending !== 'ok' && ending !== 'replayed');
  expect(answers).toEqual(['service_unavailable']);

  report('row 28 restore after a lost disk', {
    rows: calls,
    seenBefore: seen.length,
    restored: seen.length - lost.length,
    lost: lost.length,
    rpoMs,
    rtoMs,
    backupMs,
    audit: 'clean',
  });
  expectInTime('the recovery point', rpoMs, 60_000);
  expectInTime('the recovery', rtoMs, 300_000);
});

test('a mistake is undone: the books are as they were at the moment before it', async () => {
  const [victim, ...others] = teams;
  const [node] = rig.nodes;
  if (victim === undefined || node === undefined) throw new Error('the rig has no team or no node');
  const load = startLoad(28_002, others);
  const ofVictim = await send(node.url, { key: victim.key, text: 'a house' });
  expect(ofVictim).toMatchObject({ kind: 'answered', status: 200 });
  await delay(1_000);
  const moment = new Date();
  await delay(100);
  await dragomanJson(['team', 'suspend', victim.id, '--reason', 'the wrong team'], env);
  await dragomanJson(['team', 'erase', victim.id, '--confirm', 'test'], env);
  // The fault: the team's keys are dead, for good.
  expect(await send(node.url, { key: victim.key, text: 'a house' })).toMatchObject({ code: 'key_revoked' });
  await load.finish();
  await rig.stop(node);
  await services.shutDown();
  await services.removeData();
  await services.restore(moment);
  const again = await rig.start();

  const seen = [...load.delivered.values()];
  const restored = await findRows(seen);
  expectExactlyOnceUntil(moment.getTime(), seen, restored);
  const later = [...restored.values()].filter(({ chargedAtMs }) => chargedAtMs > moment.getTime());
  expect(later).toEqual([]);
  expect(seen.filter(({ requestId }) => !restored.has(requestId)).length).toBeGreaterThan(0);
  const answer = await send(again.url, { key: victim.key, text: 'a house' });
  expect(answer).toMatchObject({ kind: 'answered', status: 200 });
  await expectCleanAudit();
  expect(await audit(books)).toEqual([]);
  report('row 28 restore to a moment', { seen: seen.length, restored: restored.size, audit: 'clean' });
});

test('backups that are too old go, with the archive that only they need', async () => {
  const kept = await services.baseBackup();
  const gone = (await services.expire(0)).trim().split('\n');
  expect(gone).toHaveLength(1);
  expect(gone).not.toContain(kept);
  await services.shutDown();
  await services.removeData();
  await services.restore();
  expect(await audit(books)).toEqual([]);
});

async function expectCleanAudit(): Promise<void> {
  // A million rows take their time on a busy machine.
  const { code, stdout, stderr } = await runDragoman(['audit', '--json'], env);
  expect(code, stdout + stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ balanced: true });
}

interface Row {
  readonly characters: number;
  readonly chargedAtMs: number;
}

/** The rows of the ledger that have these request ids; one that is there twice fails. */
async function findRows(calls: readonly Delivered[]): Promise<Map<string, Row>> {
  const { rows } = await books.query<{ id: string; characters: number; at: Date }>(
    'SELECT id, characters, charged_at AS at FROM calls WHERE id = ANY ($1)',
    [calls.map(({ requestId }) => requestId)],
  );
  const found = new Map(
    rows.map(({ id, characters, at }) => [id, { characters, chargedAtMs: at.getTime() }]),
  );
  expect(rows).toHaveLength(found.size);
  return found;
}

/**
 * A call that was answered before the last restored charge was made had been committed before it, so it stands before
 * it in the archive: it must be there, with what its client was told. Of those answered later, any may be missing.
 */
function expectExactlyOnceUntil(pointMs: number, seen: readonly Delivered[], rows: Map<string, Row>): void {
  const before = seen.filter(({ answeredAtMs, replayed }) => answeredAtMs < pointMs && !replayed);
  expect(before.length).toBeGreaterThan(0);
  const differing = before.filter(
    ({ requestId, characters }) => rows.get(requestId)?.characters !== characters,
  );
  expect(differing).toEqual([]);
}
