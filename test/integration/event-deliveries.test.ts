/** Events are recorded with the change that they report, and delivered until the receiver accepts them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rotateDataKey } from '../../src/accounts/data-key-rotation.ts';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { createKey, revokeKey } from '../../src/accounts/keys.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { createTeam, renameTeam } from '../../src/accounts/teams.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { inTransaction } from '../../src/store/postgres/database.ts';
import { cancelWaiting, deleteDeliveries } from '../../src/store/postgres/delivery-log.ts';
import { claimDeliveries, endDelivered, endFailed } from '../../src/store/postgres/event-deliveries.ts';
import { recordEvent } from '../../src/store/postgres/events.ts';
import { holdLock } from '../support/hold-lock.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { addWebhook, deliverInTest, testDestinations, testKeyBytes } from '../support/test-destinations.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const database = useTestDatabase();
let db: Database;
let team: string;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());
beforeEach(async () => {
  team = (await createTeam(db, 'Harbour', 1_000, testActor)).id;
});
const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of toClose.splice(0).toReversed()) await each.close();
  await db.query('DELETE FROM event_destinations');
});

async function receive(behave?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(behave);
  toClose.push(receiver);
  return receiver;
}

function deliver(options?: Parameters<typeof deliverInTest>[1]) {
  const deliveries = deliverInTest(db, options);
  toClose.push(deliveries);
  return deliveries;
}

const page = { limit: 50, before: undefined };
async function logOf(id: string) {
  const found = await testDestinations(db).deliveries(team, id, undefined, page);
  if (!found.ok) throw new Error('no destination');
  return found.value;
}

const typesOf = (receiver: Receiver) => receiver.accepted.map(({ type }) => type).toSorted();

describe('recording', () => {
  test('a key that is created and revoked is reported, without the key', async () => {
    const receiver = await receive();
    const { secret } = await addWebhook(db, team, receiver.url, ['key.created', 'key.revoked']);
    receiver.secret = secret;
    const key = await createKey(
      db,
      { teamId: team, name: 'Site', mode: 'live', scopes: ['translate'] },
      testActor,
    );
    await revokeKey(db, key?.id ?? '', testActor);
    deliver();
    await expect.poll(() => typesOf(receiver)).toEqual(['key.created', 'key.revoked']);
    expect(receiver.unverified).toEqual([]);
    const [created] = receiver.accepted.filter(({ type }) => type === 'key.created');
    expect(created).toMatchObject({
      team: { id: team, name: 'Harbour' },
      audit_head: { chain: team, number: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      data: {
        key: {
          id: key?.id,
          name: 'Site',
          mode: 'live',
          scopes: ['translate'],
          fingerprint: key?.fingerprint,
        },
      },
    });
    expect(JSON.stringify(receiver.accepted)).not.toContain(key?.plain);
  });

  test('a change that is rolled back is not reported', async () => {
    await addWebhook(db, team, 'http://127.0.0.1:9999/');
    const failed = inTransaction(db, async (connection) => {
      await recordEvent(connection, { teamId: team, type: 'budget.reached', subject: null, data: {} });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    const { rows } = await db.query("SELECT FROM events WHERE type = 'budget.reached'");
    expect(rows).toEqual([]);
  });

  test('an event with a subject is recorded once, by however many nodes at once', async () => {
    const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/');
    const subject = randomUUID();
    const event = { teamId: team, type: 'key.expiring', subject, data: {} };
    const ids = await Promise.all(Array.from({ length: 20 }, () => recordEvent(db, event)));
    expect(ids.filter((each) => each !== undefined)).toHaveLength(1);
    expect((await logOf(id)).filter(({ type }) => type === 'key.expiring')).toHaveLength(1);
  });

  test('goes to the destinations of the team and of the installation that want its type, and to no others', async () => {
    const other = (await createTeam(db, 'Other', 0, testActor)).id;
    const ids = {
      own: (await addWebhook(db, team, 'http://127.0.0.1:9999/')).id,
      otherType: (await addWebhook(db, team, 'http://127.0.0.1:9999/', ['document.ready'])).id,
      otherTeam: (await addWebhook(db, other, 'http://127.0.0.1:9999/')).id,
      installation: (await addWebhook(db, null, 'http://127.0.0.1:9999/', ['budget.reached'])).id,
      off: (await addWebhook(db, team, 'http://127.0.0.1:9999/')).id,
    };
    await testDestinations(db).change(team, ids.off, { isEnabled: false }, testActor);
    await recordEvent(db, { teamId: team, type: 'budget.reached', subject: null, data: {} });
    const { rows } = await db.query<{ id: string }>(
      `SELECT v.destination_id AS id FROM event_deliveries v JOIN events e ON e.id = v.event_id WHERE e.type = 'budget.reached' ORDER BY 1`,
    );
    expect(rows.map(({ id }) => id)).toEqual([ids.own, ids.installation].toSorted());
  });

  test('entries of the audit log are events only where somebody wants them', async () => {
    const count = async () =>
      (await db.query("SELECT FROM events WHERE type = 'audit.entry' AND team_id = $1", [team])).rowCount;
    await renameTeam(db, { id: team, name: 'Port' }, testActor);
    expect(await count()).toBe(0);
    await addWebhook(db, team, 'http://127.0.0.1:9999/', ['audit.entry']);
    await renameTeam(db, { id: team, name: 'Quay' }, testActor);
    // That of the destination itself, and that of the new name.
    expect(await count()).toBe(2);
  });
});

describe('delivery', () => {
  const report = () =>
    recordEvent(db, { teamId: team, type: 'budget.reached', subject: null, data: { percent: 50 } });

  test('tries again until the receiver accepts, with the same id', async () => {
    const receiver = await receive((_request, response, attempt) =>
      response.writeHead(attempt < 3 ? 500 : 200).end(),
    );
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    receiver.secret = secret;
    const event = await report();
    deliver();
    await expect.poll(() => receiver.accepted.map((each) => each.id)).toEqual([event]);
    await expect.poll(async () => (await logOf(id))[0]?.state).toBe('delivered');
    const [delivery] = await logOf(id);
    expect(delivery?.log.map(({ status, reason }) => [status, reason])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [200, null],
    ]);
    expect(delivery?.attempts).toBe(3);
  });

  test('what a dead node was working on is taken up after its lease', async () => {
    const receiver = await receive();
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    receiver.secret = secret;
    await report();
    // As a node leaves it that was killed in the middle.
    await db.query(
      "UPDATE event_deliveries SET lease = gen_random_uuid(), attempts = 1, due_at = clock_timestamp() + interval '300 ms' WHERE destination_id = $1",
      [id],
    );
    deliver();
    await expect.poll(() => receiver.accepted.length).toBe(1);
  });

  test('two nodes share the work, and nothing is sent twice without a failure', async () => {
    const receiver = await receive();
    const { secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    receiver.secret = secret;
    for (let i = 0; i < 60; i++) await report();
    deliver();
    deliver();
    await expect.poll(() => receiver.accepted.length).toBe(60);
    expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(60);
    expect([...receiver.attempts.values()].every((count) => count === 1)).toBe(true);
  });

  test('a destination that fails for days is turned off, and the others of the team hear of it', async () => {
    const [failing, other] = [
      await receive((_request, response) => response.writeHead(500).end()),
      await receive(),
    ];
    const { id } = await addWebhook(db, team, failing.url, ['budget.reached']);
    other.secret = (await addWebhook(db, team, other.url, ['destination.disabled'])).secret;
    await report();
    await db.query(
      "UPDATE event_destinations SET failures = 5, failing_since = now() - interval '2 hours' WHERE id = $1",
      [id],
    );
    await report();
    deliver();
    await expect.poll(() => typesOf(other)).toEqual(['destination.disabled']);
    expect((await testDestinations(db).list(team)).find((each) => each.id === id)).toMatchObject({
      isEnabled: false,
      disabledReason: 'failing',
    });
    // After the event was recorded, so that one node's end leaves the rest to housekeeping.
    await expect.poll(async () => (await logOf(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(other.accepted[0]?.data).toMatchObject({ destination: { id, name: 'Receiver' } });
  });

  test('how long a destination fails is measured by the database, not by the node', async () => {
    const failing = await receive((_request, response) => response.writeHead(500).end());
    const { id } = await addWebhook(db, team, failing.url, ['budget.reached']);
    await report();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * 86_400_000 });
    try {
      const deliveries = deliver();
      await expect.poll(async () => (await logOf(id))[0]?.log.length).toBeGreaterThan(0);
      await deliveries.close();
    } finally {
      vi.useRealTimers();
    }
    expect((await testDestinations(db).list(team))[0]).toMatchObject({ isEnabled: true });
  });

  test('a destination that was turned off and on again starts without failures', async () => {
    const receiver = await receive();
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    receiver.secret = secret;
    await db.query(
      "UPDATE event_destinations SET failures = 50, failing_since = now() - interval '9 days' WHERE id = $1",
      [id],
    );
    const destinations = testDestinations(db);
    await destinations.change(team, id, { isEnabled: false }, testActor);
    await destinations.change(team, id, { isEnabled: true }, testActor);
    expect((await destinations.list(team))[0]).toMatchObject({ failingSince: null, disabledReason: null });
  });

  test('a replay sends a delivered event again, with the same id', async () => {
    const receiver = await receive();
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    receiver.secret = secret;
    const event = await report();
    const deliveries = deliver();
    await expect.poll(async () => (await logOf(id))[0]?.state).toBe('delivered');
    const [delivered] = await logOf(id);
    expect(await testDestinations(db).replay(team, id, delivered?.id ?? '', testActor)).toMatchObject({
      ok: true,
    });
    deliveries.wake();
    await expect.poll(() => receiver.accepted.map((each) => each.id)).toEqual([event, event]);
  });

  test('a rotated secret overlaps: receivers with either one accept', async () => {
    const receiver = await receive();
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    const rotated = await testDestinations(db).rotateSecret(team, id, testActor);
    const newSecret = rotated.ok ? rotated.value.secret : '';
    expect(newSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret).not.toBe(secret);
    receiver.secret = secret;
    await report();
    deliver();
    await expect.poll(() => receiver.accepted.length).toBe(1);
    receiver.secret = newSecret;
    await report();
    await expect.poll(() => receiver.accepted.length).toBe(2);
    await db.query("UPDATE event_destinations SET older_until = now() - interval '1 second' WHERE id = $1", [
      id,
    ]);
    receiver.secret = secret;
    await report();
    await expect.poll(() => receiver.unverified.length).toBe(1);
  });

  test('waits for as long as the receiver asks', async () => {
    const receiver = await receive((_request, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    );
    const { id } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    await report();
    deliver();
    await expect.poll(async () => (await logOf(id))[0]?.log.length).toBe(1);
    const waitMs = ((await logOf(id))[0]?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(3_500_000);
    expect(waitMs).toBeLessThan(4_000_000);
  });

  test('a receiver that hangs keeps no other one waiting', async () => {
    const [hanging, quick] = [await receive(() => undefined), await receive()];
    await addWebhook(db, null, hanging.url, ['budget.reached']);
    for (let i = 0; i < 100; i++) await report();
    quick.secret = (await addWebhook(db, team, quick.url, ['budget.reached'])).secret;
    await report();
    deliver({ timeoutMs: 60_000 });
    await expect.poll(() => quick.accepted.length).toBe(1);
    expect(hanging.attempts.size).toBeLessThanOrEqual(8);
    hanging.close();
  });

  const reportTo = (owner: string, count: number) =>
    db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, $2)", [
      owner,
      count,
    ]);

  test('a team with many receivers that hang keeps no other team waiting', async () => {
    const [hanging, quick] = [await receive(() => undefined), await receive()];
    const other = (await createTeam(db, 'Other', 1_000, testActor)).id;
    for (let i = 0; i < 20; i++) await addWebhook(db, other, hanging.url, ['budget.reached']);
    await reportTo(other, 8);
    quick.secret = (await addWebhook(db, team, quick.url, ['budget.reached'])).secret;
    await report();
    deliver({ timeoutMs: 60_000 });
    await expect.poll(() => quick.accepted.length).toBe(1);
    await report();
    await expect.poll(() => quick.accepted.length).toBe(2);
  });

  test('receivers of any number of teams that fail keep no other team waiting, however much waits for them', async () => {
    const [hanging, quick] = [await receive(() => undefined), await receive()];
    for (let i = 0; i < 5; i++) {
      const other = (await createTeam(db, 'Other', 1_000, testActor)).id;
      for (let n = 0; n < 16; n++) await addWebhook(db, other, hanging.url, ['budget.reached']);
      await reportTo(other, 2);
    }
    await db.query('UPDATE event_destinations SET failures = 10, failing_since = now()');
    quick.secret = (await addWebhook(db, team, quick.url, ['budget.reached'])).secret;
    await report();
    deliver({ timeoutMs: 60_000 });
    await expect.poll(() => quick.accepted.length).toBe(1);
  });

  test('the place that becomes free is of the owner, and there of the receiver, that has the fewest', async () => {
    const due = async (owner: string, count: number) => {
      const { id } = await addWebhook(db, owner, 'http://127.0.0.1:9999/', ['budget.reached']);
      await reportTo(owner, count);
      return id;
    };
    const busy = await due(team, 5);
    const own = await due(team, 1);
    const other = (await createTeam(db, 'Other', 1_000, testActor)).id;
    const others = await due(other, 1);
    const claim = (limit: number) =>
      claimDeliveries(db, {
        ...{
          limit,
          limitPerDestination: 8,
          limitPerOwner: 16,
          limitFailing: 16,
          limitMail: 2,
          leaseMs: 60_000,
        },
        inProgress: new Map([[busy, 3]]),
      });
    const ids = (await claim(1)).map(({ destinationId }) => destinationId);
    expect(ids).toEqual([others]);
    expect((await claim(1)).map(({ destinationId }) => destinationId)).toEqual([own]);
    expect(new Set((await claim(10)).map(({ destinationId }) => destinationId))).toEqual(new Set([busy]));
  });

  test('a receiver that has failed ten times in a row gets one event at a time', async () => {
    let open = 0;
    let most = 0;
    const receiver = await receive((_request, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(500).end();
      }, 20);
    });
    const { id } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    await db.query('UPDATE event_destinations SET failures = 10, failing_since = now() WHERE id = $1', [id]);
    for (let i = 0; i < 20; i++) await report();
    deliver();
    await expect.poll(() => receiver.attempts.size).toBeGreaterThan(5);
    expect(most).toBe(1);
  });

  /** Waits until another connection waits for a lock. */
  const untilBlocked = () =>
    expect
      .poll(async () => {
        const { rowCount } = await db.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rowCount;
      })
      .toBe(1);

  test.each([
    ['succeeded', 'delivered'],
    ['failed', 'waiting'],
  ])(
    'an attempt that %s while its destination is being deleted does not deadlock with that',
    async (outcome, state) => {
      const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
      await report();
      const { rows } = await db.query<{ id: string; lease: string; destinationId: string }>(
        `UPDATE event_deliveries SET lease = gen_random_uuid() WHERE destination_id = $1
       RETURNING id, lease, destination_id AS "destinationId"`,
        [id],
      );
      const [leased] = rows;
      if (leased === undefined) throw new Error('no delivery');
      const entry = { at: new Date().toISOString(), ms: 1, status: 200, reason: null };
      let ended: Promise<unknown> = Promise.resolve();
      await inTransaction(db, async (connection) => {
        // As a deletion does: first the destination, then its deliveries.
        await connection.query('SELECT FROM event_destinations WHERE id = $1 FOR UPDATE', [id]);
        ended =
          outcome === 'failed' ? endFailed(db, leased, entry, 1_000, 0) : endDelivered(db, leased, entry);
        await untilBlocked();
        const { rows: seen } = await connection.query(
          'SELECT state FROM event_deliveries WHERE id = $1 FOR UPDATE',
          [leased.id],
        );
        expect(seen).toEqual([{ state }]);
      });
      await ended;
    },
  );

  test('a look at the queue reads nothing of what is due later', async () => {
    await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
    await db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, 2000)", [
      team,
    ]);
    await db.query("UPDATE event_deliveries SET due_at = now() + interval '1 hour'");
    await db.query('VACUUM ANALYZE event_deliveries');
    const claim = {
      limit: 64,
      limitPerDestination: 8,
      limitPerOwner: 16,
      limitFailing: 16,
      limitMail: 2,
      leaseMs: 1_000,
    };
    // A session of its own: Postgres counts what a session has read until it reports that.
    const other = openTestPool(database.url, 1);
    const read = await inTransaction(other, async (connection) => {
      const asDatabase = connection as unknown as Database;
      expect(await claimDeliveries(asDatabase, { ...claim, inProgress: new Map() })).toEqual([]);
      const { rows } = await connection.query<{ read: number }>(
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
           FROM pg_stat_xact_user_tables WHERE relname = 'event_deliveries'`,
      );
      return rows[0]?.read;
    });
    await other.end();
    expect(read).toBe(0);
  });

  test('a destination is deleted while what waits for it is cancelled', async () => {
    const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
    await db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, 900)", [
      team,
    ]);
    // In the opposite order of the ids: attempts and replays change it.
    await db.query(
      `UPDATE event_deliveries v SET due_at = now() - n * interval '1 second'
         FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM event_deliveries WHERE destination_id = $1) AS numbered
        WHERE v.id = numbered.id`,
      [id],
    );
    await db.query('UPDATE event_destinations SET is_enabled = false WHERE id = $1', [id]);
    const lock = await holdLock(
      database.url,
      'SELECT FROM event_deliveries WHERE destination_id = $1 ORDER BY id LIMIT 1 OFFSET 450 FOR UPDATE',
      [id],
    );
    // Both are in the middle, and each has locked what comes first in its order.
    const both = [cancelWaiting(db, id), deleteDeliveries(db, id)];
    await lock.waiting(2);
    await lock.release();
    await Promise.all(both);
    const { rowCount } = await db.query('SELECT FROM event_deliveries WHERE destination_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test.each(['turned off', 'deleted'])(
    'calls do not wait while a destination with a long log is %s',
    async (how) => {
      const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
      await db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, 1001)", [
        team,
      ]);
      const destinations = testDestinations(db);
      let changed: Promise<{ ok: boolean }> = Promise.resolve({ ok: false });
      await inTransaction(db, async (connection) => {
        // Its deliveries take long to change.
        await connection.query('SELECT FROM event_deliveries WHERE destination_id = $1 FOR UPDATE', [id]);
        changed =
          how === 'deleted'
            ? destinations.delete(team, id, testActor)
            : destinations.change(team, id, { isEnabled: false }, testActor);
        await untilBlocked();
        await connection.query('SELECT FROM team_balances WHERE team_id = $1 FOR UPDATE NOWAIT', [team]);
        await recordEvent(connection, { teamId: team, type: 'budget.reached', subject: null, data: {} });
      });
      expect(await changed).toMatchObject({ ok: true });
      const { rows } = await db.query(
        'SELECT DISTINCT state FROM event_deliveries WHERE destination_id = $1',
        [id],
      );
      expect(rows).toEqual(how === 'deleted' ? [] : [{ state: 'failed' }]);
    },
  );

  test('an attempt that has lost its lease ends nothing', async () => {
    const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
    await report();
    const [delivery] = await logOf(id);
    await db.query('UPDATE event_deliveries SET lease = gen_random_uuid() WHERE id = $1', [delivery?.id]);
    const stale = { id: delivery?.id ?? '', lease: randomUUID(), destinationId: id };
    const entry = { at: new Date().toISOString(), ms: 1, status: 200, reason: null };
    await endDelivered(db, stale, entry);
    expect(await endFailed(db, stale, entry, undefined, 0)).toBe(false);
    expect(await logOf(id)).toMatchObject([{ state: 'waiting', log: [] }]);
  });

  test('the log keeps the last 20 attempts', async () => {
    const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
    await report();
    const [delivery] = await logOf(id);
    for (let ms = 1; ms <= 25; ms++) {
      const lease = randomUUID();
      await db.query('UPDATE event_deliveries SET lease = $2 WHERE id = $1', [delivery?.id, lease]);
      const entry = { at: new Date().toISOString(), ms, status: 500, reason: 'status' };
      await endFailed(db, { id: delivery?.id ?? '', lease, destinationId: id }, entry, 1, 3_600_000);
    }
    expect((await logOf(id))[0]?.log.map(({ ms }) => ms)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 6),
    );
  });

  test('after the last attempt it has failed, and can be replayed', async () => {
    const receiver = await receive((_request, response) => response.writeHead(500).end());
    const { id } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    await report();
    await db.query('UPDATE event_deliveries SET attempts = 7 WHERE destination_id = $1', [id]);
    deliver();
    await expect.poll(async () => (await logOf(id))[0]?.state).toBe('failed');
    expect((await logOf(id))[0]).toMatchObject({ attempts: 8, nextAttemptAt: null });
  });

  test('a rotation of the data key covers the secrets: the new key signs alone', async () => {
    const receiver = await receive();
    const { id, secret } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    await testDestinations(db).rotateSecret(team, id, testActor);
    receiver.secret = secret;
    const newKey = randomBytes(32);
    const rotated = await rotateDataKey(db, new DataKeys(newKey, [testKeyBytes]));
    expect(rotated).toMatchObject({ rewrapped: 2, unreadable: 0 });
    await report();
    deliver({ keys: new DataKeys(newKey) });
    await expect.poll(() => receiver.accepted.length).toBe(1);
    expect(receiver.unverified).toEqual([]);
  });

  test('a node without the data key sends nothing that nobody could verify', async () => {
    const receiver = await receive();
    const { id } = await addWebhook(db, team, receiver.url, ['budget.reached']);
    await report();
    deliver({ keys: new DataKeys(randomBytes(32)) });
    await expect.poll(async () => (await logOf(id))[0]?.log[0]?.reason).toBe('no_secret');
    expect(receiver.attempts.size).toBe(0);
  });
});

test('an erased team leaves no event and no destination', async () => {
  await addWebhook(db, team, 'https://example.org/');
  await addWebhook(db, null, 'https://example.org/');
  // More than are deleted at a time.
  await db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, 1001)", [
    team,
  ]);
  await suspendTeam(db, team, 'leaves', testActor);
  expect(await eraseTeam(db, team, 'Harbour', testActor)).toBe('erased');
  const { rows } = await db.query(
    `SELECT (SELECT count(*)::int FROM event_destinations WHERE team_id = $1) AS destinations,
            (SELECT array_agg(DISTINCT data ->> 'action') FROM events WHERE team_id = $1) AS actions`,
    [team],
  );
  expect(rows).toEqual([{ destinations: 0, actions: ['team.erased'] }]);
});
