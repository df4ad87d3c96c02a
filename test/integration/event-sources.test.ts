/** What is reported, and that each is reported once. */
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { createBudgetForecasts } from '../../src/events/budget-forecasts.ts';
import { createEngineAlarms } from '../../src/events/engine-alarms.ts';
import { createEventHousekeeping } from '../../src/events/event-housekeeping.ts';
import type { NodeReport } from '../../src/lib/node-report.ts';
import { uuidV7, uuidV7From } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { recordEvent } from '../../src/store/postgres/events.ts';
import { beat, writeNodeReport } from '../../src/store/postgres/nodes.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { addWebhook } from '../support/test-destinations.ts';

const database = useTestDatabase();
let db: Database;
let team: string;
beforeAll(() => {
  db = openTestPool(database.url, 10);
});
afterAll(() => db.end());
beforeEach(async () => {
  team = (await createTeam(db, 'Harbour', 1_000, testActor)).id;
});

const { signal } = new AbortController();

interface Recorded {
  type: string;
  data: Record<string, unknown>;
}

async function eventsOf(teamId: string | null, like: string): Promise<Recorded[]> {
  const { rows } = await db.query<Recorded>(
    'SELECT type, data FROM events WHERE team_id IS NOT DISTINCT FROM $1::uuid AND type LIKE $2 ORDER BY at',
    [teamId, like],
  );
  return rows;
}

describe('a budget', () => {
  const month = () => new Date().toISOString().slice(0, 7);
  const set = (changes: string) => db.query(`UPDATE team_balances SET ${changes} WHERE team_id = $1`, [team]);
  // Events of one millisecond have no order.
  const shares = async () =>
    (await eventsOf(team, 'budget.reached'))
      .map(({ data }) => Number(data.percent))
      .toSorted((a, b) => a - b);
  beforeEach(() => set(`period = '${month()}-01', quota_used = 0`));

  test('is reported at 50, 80 and 100 %, not before, and each once', async () => {
    const seen: [number, unknown[]][] = [];
    for (const used of [499, 500, 501, 799, 800, 999, 1_000, 1_000]) {
      await set(`quota_used = ${used}`);
      seen.push([used, await shares()]);
    }
    expect(seen).toEqual([
      [499, []],
      [500, [50]],
      [501, [50]],
      [799, [50]],
      [800, [50, 80]],
      [999, [50, 80]],
      [1_000, [50, 80, 100]],
      [1_000, [50, 80, 100]],
    ]);
    const [first] = await eventsOf(team, 'budget.reached');
    expect(first?.data).toEqual({
      percent: 50,
      month: month(),
      quota: 1_000,
      quota_used: 500,
      credit_left: 0,
    });
  });

  test('that is passed in one step is reported for every share', async () => {
    await set('quota_used = 1000');
    expect(await shares()).toEqual([50, 80, 100]);
  });

  test('is reported again in the next month, and when the quota is lowered, but not when it is raised', async () => {
    await set('quota_used = 500');
    await set('quota = 2000');
    await set('quota = 600');
    expect(await shares()).toEqual([50, 80]);
    await set(`period = (period + interval '1 month')::date, quota_used = 550`);
    expect(await shares()).toEqual([50, 50, 80, 80]);
  });

  test('of nothing, and one that is nearly the largest number, are no trouble', async () => {
    await set('quota = 0');
    await set('credit = 10');
    expect(await shares()).toEqual([]);
    await set('quota = 9223372036854775807, quota_used = 4611686018427387903');
    expect(await shares()).toEqual([]);
    await set('quota_used = 9223372036854775807');
    expect(await shares()).toHaveLength(3);
  });

  test('that many nodes use at once is reported once', async () => {
    await Promise.all(Array.from({ length: 200 }, () => set('quota_used = least(quota, quota_used + 5)')));
    expect(await shares()).toEqual([50, 80, 100]);
  });

  test('is reported by the charge itself, and not by a charge that is rolled back', async () => {
    const key = await createKey(
      db,
      { teamId: team, name: 'Site', mode: 'live', scopes: ['translate'] },
      testActor,
    );
    const charge = `SELECT verdict FROM charge_calls_with_dialect(ARRAY[uuid_v7()], ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY['live'],
      ARRAY['v1'], ARRAY[900], ARRAY['DE'], ARRAY['infinity'::timestamptz], ARRAY[NULL], ARRAY[NULL], ARRAY['{EN}'], ARRAY['{stub}'],
      ARRAY['{900}'], ARRAY['{1}'])`;
    const undone = inTransaction(db, async (connection) => {
      await connection.query(charge, [team, key?.id]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await shares()).toEqual([]);
    await db.query(charge, [team, key?.id]);
    expect(await shares()).toEqual([50, 80]);
  });
});

describe('a document', () => {
  async function insert(): Promise<string> {
    const id = uuidV7();
    await db.query(
      `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, source_lang, is_detected,
                              target_lang, options, sealed_name, place, expires_at)
       VALUES ($1, $2, $3, 'live', '\\x00', 'translating', 'docx', 10, 20, 'EN', false, 'DE', '{}', '\\x00', 0, now() + interval '1 hour')`,
      [team, id, randomUUID()],
    );
    return id;
  }

  test('is reported when it is ready or has failed, and at no other time', async () => {
    const [ready, failed] = [await insert(), await insert()];
    await db.query('UPDATE documents SET translated = 5 WHERE id = $1', [ready]);
    await db.query("UPDATE documents SET state = 'queued' WHERE id = $1", [ready]);
    expect(await eventsOf(team, 'document.%')).toEqual([]);
    await db.query("UPDATE documents SET state = 'done' WHERE id = $1", [ready]);
    await db.query("UPDATE documents SET state = 'done', fetched_at = now() WHERE id = $1", [ready]);
    await db.query(
      "UPDATE documents SET state = 'error', error_code = 'invalid_request', error_detail = 'The secret text' WHERE id = $1",
      [failed],
    );
    const shown = {
      format: 'docx',
      source_lang: 'EN',
      target_lang: 'DE',
      characters: 20,
      key_id: expect.any(String),
    };
    expect(await eventsOf(team, 'document.%')).toEqual([
      { type: 'document.ready', data: { ...shown, document_id: ready } },
      { type: 'document.failed', data: { ...shown, document_id: failed, error_code: 'invalid_request' } },
    ]);
  });
});

describe('a key', () => {
  const housekeeping = () => createEventHousekeeping(db, 40).run(signal);
  async function expiring(inHours: number, madeDaysAgo: number): Promise<string> {
    const key = await createKey(
      db,
      { teamId: team, name: 'Site', mode: 'live', scopes: ['translate'] },
      testActor,
    );
    await db.query('UPDATE api_keys SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
      key?.id,
      madeDaysAgo,
    ]);
    await db.query(
      `INSERT INTO key_limits (key_id, team_id, expires_at, period, used, held)
       VALUES ($1, $2, now() + make_interval(hours => $3), '2026-01-01', 0, 0)
       ON CONFLICT (key_id) DO UPDATE SET expires_at = excluded.expires_at`,
      [key?.id, team, inHours],
    );
    return key?.id ?? '';
  }
  const notices = async () =>
    (await eventsOf(team, 'key.expiring')).map(({ data }) => [
      (data.key as { id: string }).id,
      data.days_left,
    ]);

  test('that expires is reported 7 days before and a day before, once for each expiry', async () => {
    const [week, day, later] = [await expiring(160, 30), await expiring(20, 30), await expiring(170, 30)];
    await Promise.all([housekeeping(), housekeeping()]);
    await housekeeping();
    const first = [
      [week, 7],
      [day, 1],
    ];
    expect((await notices()).toSorted()).toEqual(first.toSorted());
    await db.query("UPDATE key_limits SET expires_at = expires_at + interval '1 hour' WHERE key_id = $1", [
      week,
    ]);
    await db.query("UPDATE key_limits SET expires_at = now() + interval '2 hours' WHERE key_id = $1", [
      later,
    ]);
    await housekeeping();
    expect((await notices()).toSorted()).toEqual([...first, [week, 7], [later, 1]].toSorted());
  });

  test('that expires sooner when it is reported has fewer days left', async () => {
    const key = await expiring(60, 30);
    await housekeeping();
    expect(await notices()).toContainEqual([key, 3]);
  });

  test('that was made for a shorter time, or was revoked, is not reported', async () => {
    await expiring(100, 1);
    const revoked = await expiring(100, 30);
    await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked]);
    await housekeeping();
    expect(await notices()).toEqual([]);
  });
});

describe('a forecast', () => {
  const runsOutAt = new Date(Date.now() + 3_600_000);
  const run = (outlook: Parameters<typeof createBudgetForecasts>[1]) =>
    createBudgetForecasts(db, outlook).run(signal);
  const month = () => new Date().toISOString().slice(0, 7);
  beforeEach(async () => {
    await db.query('DELETE FROM event_destinations');
    await db.query('UPDATE team_balances SET period = $2, quota_used = 100 WHERE team_id = $1', [
      team,
      `${month()}-01`,
    ]);
  });

  test('that quota and credit run out is reported once a month, to those who want it', async () => {
    let asked = 0;
    const outlook = async () => {
      asked++;
      return { characters: 2_000, runsOutAt };
    };
    await run(outlook);
    expect([asked, await eventsOf(team, 'budget.running_out')]).toEqual([0, []]);
    await addWebhook(db, team, 'http://127.0.0.1:9999/');
    await Promise.all([run(outlook), run(outlook)]);
    await run(outlook);
    expect(await eventsOf(team, 'budget.running_out')).toEqual([
      {
        type: 'budget.running_out',
        data: {
          month: month(),
          runs_out_at: runsOutAt.toISOString(),
          forecast_characters: 2_000,
          characters_left: 900,
        },
      },
    ]);
    expect(asked).toBeLessThanOrEqual(2);
  });

  test('that they last is no event, nor that nothing is left', async () => {
    await addWebhook(db, team, 'http://127.0.0.1:9999/');
    await run(async () => ({ characters: 500, runsOutAt: undefined }));
    await db.query('UPDATE team_balances SET quota_used = quota WHERE team_id = $1', [team]);
    await run(async () => ({ characters: 1_000, runsOutAt }));
    expect(await eventsOf(team, 'budget.running_out')).toEqual([]);
  });
});

test('an engine is reported when a node has lost it, and when all nodes reach it again, once each', async () => {
  const nodes = ['a', 'b'].map((host) => ({
    id: uuidV7(),
    host,
    processId: 1,
    version: '1',
    startedAt: new Date(),
  }));
  const since = new Date(Date.now() - 60_000).toISOString();
  const say = async (healthyOnB: boolean) => {
    for (const node of nodes) {
      await beat(db, node.id, false);
      const healthy = node.host === 'a' || healthyOnB;
      const engine = {
        id: 'apertium',
        version: '1',
        healthy,
        detail: healthy ? 'ok' : 'gone',
        since,
        pairs: 1,
        models: [],
        memory: null,
      };
      const report: NodeReport = { engines: [engine], lanes: [] };
      await writeNodeReport(db, node, report);
    }
    const alarms = createEngineAlarms(db);
    await Promise.all([alarms.run(), alarms.run(), alarms.run()]);
    await alarms.run();
  };
  await say(true);
  await say(false);
  await say(false);
  await say(true);
  await say(true);
  expect(await eventsOf(null, 'engine.%')).toEqual([
    {
      type: 'engine.unhealthy',
      data: { engine: 'apertium', nodes: [{ host: 'b', detail: 'gone' }], healthy_nodes: 1 },
    },
    { type: 'engine.healthy', data: { engine: 'apertium', unhealthy_since: expect.any(String) } },
  ]);
  await say(false);
  expect(await eventsOf(null, 'engine.unhealthy')).toHaveLength(2);
});

test('old events are deleted with their deliveries, and secrets after their overlap', async () => {
  const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
  await recordEvent(db, { teamId: team, type: 'budget.reached', subject: null, data: {} });
  const old = await recordEvent(db, {
    teamId: team,
    type: 'budget.reached',
    subject: null,
    data: { is: 'old' },
  });
  // The time of an event is in its ID.
  const ancient = uuidV7From(Date.now() - 41 * 86_400_000).replace(
    /.{12}$/,
    String(randomInt(2 ** 39)).padStart(12, '0'),
  );
  await inTransaction(db, async (connection) => {
    await connection.query('SET LOCAL session_replication_role = replica');
    await connection.query('UPDATE events SET id = $2 WHERE id = $1', [old, ancient]);
    await connection.query('UPDATE event_deliveries SET event_id = $2 WHERE event_id = $1', [old, ancient]);
  });
  await db.query(
    "UPDATE event_destinations SET older_secret = secret, older_until = now() - interval '1 s' WHERE id = $1",
    [id],
  );
  await createEventHousekeeping(db, 40).run(signal);
  const { rows } = await db.query(
    `SELECT (SELECT count(*)::int FROM events WHERE data ->> 'is' = 'old') AS old,
            (SELECT count(*)::int FROM event_deliveries WHERE event_id = $2) AS deliveries,
            (SELECT count(*)::int FROM event_deliveries WHERE destination_id = $1) AS kept,
            (SELECT older_secret FROM event_destinations WHERE id = $1) AS secret`,
    [id, ancient],
  );
  expect(rows).toEqual([{ old: 0, deliveries: 0, kept: 1, secret: null }]);
});

test('a node whose clock is years ahead deletes no event', async () => {
  const { id } = await addWebhook(db, team, 'https://example.org/', ['budget.reached']);
  await recordEvent(db, { teamId: team, type: 'budget.reached', subject: null, data: {} });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * 86_400_000 });
  try {
    await createEventHousekeeping(db, 40).run(signal);
  } finally {
    vi.useRealTimers();
  }
  const { rows } = await db.query('SELECT state FROM event_deliveries WHERE destination_id = $1', [id]);
  expect(rows).toEqual([{ state: 'waiting' }]);
});
