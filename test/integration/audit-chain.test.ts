/** Whoever tampers with an audit log is found out, and nobody else. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuditHousekeeping, trimLogs } from '../../src/accounts/audit-chain/audit-housekeeping.ts';
import { trimmedAction, writeCheckpoint } from '../../src/accounts/audit-chain/checkpoint.ts';
import { exportLog } from '../../src/accounts/audit-chain/export-log.ts';
import { examineLog, verifyLog } from '../../src/accounts/audit-chain/verify-log.ts';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import type { UserActor } from '../../src/lib/actor.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import {
  installationChain,
  listAuditChains,
  readAtOneMoment,
  readAuditHeads,
  readLinks,
} from '../../src/store/postgres/audit-chains.ts';
import { recordChange } from '../../src/store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { eraseIdentity } from '../../src/store/postgres/erasure.ts';
import { recordInstallationChange } from '../../src/store/postgres/installation-log.ts';
import { scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { disableTriggers, headOf, tamperings } from '../support/tampered-logs.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whileChanging } from '../support/while-changing.ts';

const database = useTestDatabase();
let db: Database;
/** The pool of another node. */
let other: Database;
beforeAll(() => {
  db = openTestPool(database.url);
  other = openTestPool(database.url);
});
afterAll(() => Promise.all([db.end(), other.end()]));

const user = (): UserActor => ({
  type: 'user',
  id: uuidV7(),
  name: 'ann@example.org',
  address: '192.0.2.7',
  requestId: uuidV7(),
});

const createLog = async () => (await createTeam(db, 'team', 1_000, testActor)).id;

const write = (connection: Connection, teamId: string, details: object = { name: 'é, "quoted" and 1.50' }) =>
  recordChange(connection, user(), {
    teamId,
    action: 'key.created',
    subjectId: uuidV7(),
    details: { ...details },
  });

async function append(teamId: string, count: number, pool = db): Promise<void> {
  for (let i = 0; i < count; i++) await inTransaction(pool, (connection) => write(connection, teamId, { i }));
}

const writeMany = (teamId: string, count: number) =>
  db.query(
    `INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, actor_name, address, request_id, details)
     SELECT $1, gen_random_uuid(), 'key.created', 'x', 'user', 'ann', '192.0.2.7', gen_random_uuid(), '{"name": "ann"}'
       FROM generate_series(1, $2::int)`,
    [teamId, count],
  );

const linksOf = (chainId: string) => readLinks(db, chainId, 0, 1_000_000);

async function expectClean(pool = db): Promise<void> {
  for (const chainId of await listAuditChains(pool)) {
    const { findings, pending } = await verifyLog(pool, chainId);
    expect({ chainId, findings, pending }).toEqual({ chainId, findings: [], pending: 0 });
  }
}

/** Runs `work` on tampered tables, which are as before afterwards. */
async function tampering<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let result: T | undefined;
  await inTransaction(db, async (connection) => {
    await disableTriggers(connection);
    result = await work(connection);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return result as T;
}

test('each way to tamper with a log is named, with the entry', async () => {
  const random = seededRandom('tampering');
  const [chainId, otherTeam] = [await createLog(), await createLog()];
  await append(chainId, 29);
  const links = await linksOf(chainId);
  expect(links).toHaveLength(30);
  const head = headOf(chainId, links);
  const ways = Object.entries(tamperings);
  for (let round = 0; round < scale(2 * ways.length, 1_000); round++) {
    const [name, tamper] = ways[round % ways.length] ?? random.pick(ways);
    await tampering(async (connection) => {
      const expected = await tamper({ connection, chainId, otherTeam, links, random });
      const alone = await examineLog(connection, chainId);
      const { findings } = await examineLog(connection, chainId, [head]);
      const what = `${name} in round ${round}: ${JSON.stringify(findings)}`;
      if (expected.needsHead) expect(alone.findings, what).toEqual([]);
      else expect(alone.findings, what).not.toEqual([]);
      for (const named of expected.named)
        expect(findings, what).toContainEqual(expect.objectContaining(named));
      for (const { kind } of findings) expect(expected.kinds, what).toContain(kind);
    });
  }
  await expectClean();
});

test('an entry with the number of another is found, also where a page of links ends', async () => {
  const chainId = await createLog();
  await writeMany(chainId, 1_000);
  const [end] = await readLinks(db, chainId, 999, 1);
  await tampering(async (connection) => {
    await connection.query('ALTER TABLE audit_links DROP CONSTRAINT audit_links_pkey');
    const { rows } = await connection.query<{ id: string }>(
      `WITH forged AS (INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, details)
                       VALUES ($1, gen_random_uuid(), 'key.created', 'x', 'unknown', '{}') RETURNING id)
       INSERT INTO audit_links SELECT chain_id, number, forged.id, previous, salts, digests, hash FROM audit_links, forged
        WHERE chain_id = $1 AND number = 1000 RETURNING entry_id AS id`,
      [chainId],
    );
    const { findings } = await examineLog(connection, chainId);
    const named = findings.map(({ entryId }) => entryId);
    expect([rows[0]?.id, end?.entryId]).toEqual(expect.arrayContaining(named));
    expect(named).not.toEqual([]);
  });
});

test('an entry that moved to another log is inserted there', async () => {
  const [from, to] = [await createLog(), await createLog()];
  await tampering(async (connection) => {
    await connection.query('UPDATE audit_log SET team_id = $2 WHERE team_id = $1', [from, to]);
    expect((await examineLog(connection, to)).findings).toMatchObject([{ kind: 'inserted' }]);
  });
});

test('an export names the first entry that was rewritten', async () => {
  const chainId = await createLog();
  await append(chainId, 9);
  const links = await linksOf(chainId);
  const anchors = links.map(({ number, hash }) => ({ chainId, number, hash }));
  const { rewriteRest } = tamperings;
  await tampering(async (connection) => {
    const random = { ...seededRandom('rewriting'), pick: <T>(items: readonly T[]) => items[4] as T };
    await rewriteRest?.({ connection, chainId, otherTeam: chainId, links, random });
    expect((await examineLog(connection, chainId, anchors)).findings).toEqual([
      { kind: 'rewritten', number: 5, entryId: links[4]?.entryId },
    ]);
  });
});

test('two nodes that write at once, into several logs in any order, leave every chain whole', async () => {
  const teams = [await createLog(), await createLog(), await createLog()];
  const count = scale(15, 500);
  const abandon = new Error('abandoned');
  const work = (pool: Database, shift: number) =>
    Array.from({ length: count }, (_, i) =>
      inTransaction(pool, async (connection) => {
        for (const [at] of teams.entries()) await write(connection, teams[(at * shift + i) % 3] ?? '');
        await recordInstallationChange(connection, testActor, {
          action: 'model.pulled',
          subjectId: 'en-de',
          details: { i },
        });
        // A rolled back entry leaves no gap.
        if (i % 5 === 0) throw abandon;
      }).catch((error: unknown) => {
        if (error !== abandon) throw error;
      }),
    );
  await Promise.all([...work(db, 1), ...work(other, 2)]);
  await expectClean();
  const committed = 2 * (count - Math.ceil(count / 5));
  for (const team of teams) expect(await linksOf(team)).toHaveLength(1 + committed);
  expect(await linksOf(installationChain)).toHaveLength(committed);
});

test('entries of one transaction are linked in their order, and the head is that of the last', async () => {
  const team = await createLog();
  await inTransaction(db, async (connection) => {
    for (let i = 0; i < 3; i++) await write(connection, team);
    // Nobody else waits for a transaction that has not come to its end.
    await append(team, 1, other);
  });
  const links = await linksOf(team);
  expect(links.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect((await readAuditHeads(db, [team, uuidV7()])).get(team)).toEqual(headOf(team, links));
});

test('an erasure empties fields without breaking the chain, and leaves no salt of what was erased', async () => {
  const team = await createLog();
  await append(team, 5);
  await suspendTeam(db, team, 'leaves', testActor);
  const before = await linksOf(team);
  expect(await eraseTeam(db, team, 'team', testActor)).toBe('erased');
  const { findings, erased, entries } = await verifyLog(db, team);
  expect({ findings, erased, entries }).toEqual({ findings: [], erased: 7, entries: 8 });
  expect((await linksOf(team)).slice(0, 7)).toEqual(before);
  const { rows } = await db.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM audit_links l JOIN audit_log a ON a.id = l.entry_id
      WHERE l.chain_id = $1 AND a.action = 'key.created'
        AND (l.salts[7] IS NOT NULL OR l.salts[8] IS NOT NULL OR l.salts[9] IS NOT NULL OR l.salts[10] IS NOT NULL)`,
    [team],
  );
  expect(rows).toEqual([{ left: 0 }]);
  // Whoever empties a later entry cannot refer to that erasure.
  await inTransaction(db, (connection) => write(connection, team));
  await tampering(async (connection) => {
    await connection.query("SELECT set_config('dragoman.erasing', 'yes', true)");
    await connection.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_forgets_salts');
    await connection.query(
      "UPDATE audit_log SET details = '{}' WHERE team_id = $1 AND action = 'key.created'",
      [team],
    );
    expect((await examineLog(connection, team)).findings).toMatchObject([
      { kind: 'emptied', number: 9, fields: ['details'] },
    ]);
  });
});

test('an entry about an erasure explains nothing if the team is still there', async () => {
  const team = await createLog();
  await append(team, 1);
  await inTransaction(db, (connection) =>
    recordChange(connection, testActor, {
      ...{ teamId: team, action: 'team.erased', subjectId: team, details: {} },
    }),
  );
  await tampering(async (connection) => {
    await connection.query("SELECT set_config('dragoman.erasing', 'yes', true)");
    await connection.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_forgets_salts');
    await connection.query(
      "UPDATE audit_log SET details = '{}' WHERE team_id = $1 AND action = 'key.created'",
      [team],
    );
    expect((await examineLog(connection, team)).findings).toMatchObject([{ kind: 'emptied', number: 2 }]);
  });
});

test('a log that retention has shortened still verifies when its team is erased', async () => {
  const team = await createLog();
  await append(team, 3);
  await trimLogs(db, new Date(Date.now() + 60_000));
  await append(team, 1);
  await suspendTeam(db, team, 'leaves', testActor);
  expect(await eraseTeam(db, team, 'team', testActor)).toBe('erased');
  expect(await verifyLog(db, team)).toMatchObject({ first: 5, entries: 4, erased: 3, findings: [] });
});

test('an export shows one moment, and all entries although their head is gone', async () => {
  const team = await createLog();
  await append(team, 500);
  const readAll = async (lines: AsyncGenerator<string>) => {
    let text = '';
    for await (const page of lines) text += page;
    return text;
  };
  await readAtOneMoment(db, async (connection) => {
    const lines = exportLog(connection, team);
    expect(String((await lines.next()).value)).toContain('"number":500');
    await suspendTeam(other, team, 'leaves', testActor);
    await eraseTeam(other, team, 'team', testActor);
    const rest = await readAll(lines);
    expect(rest).toMatch(/"action":"key.created".*\n.*"number":501/);
    expect(rest).toContain('192.0.2.7');
  });
  await tampering(async (connection) => {
    await connection.query('DELETE FROM audit_chains WHERE chain_id = $1', [team]);
    await connection.query('DELETE FROM audit_links WHERE chain_id = $1 AND number = 501', [team]);
    expect((await readAll(exportLog(connection, team))).match(/"type":"entry"/g)).toHaveLength(502);
  });
});

test('a long log is erased as a whole', async () => {
  const team = await createLog();
  await writeMany(team, 1_001);
  await suspendTeam(db, team, 'leaves', testActor);
  expect(await eraseTeam(db, team, 'team', testActor)).toBe('erased');
  expect(await verifyLog(db, team)).toMatchObject({ findings: [], erased: 1003, entries: 1004 });
});

test('retention waits for an erasure, and nobody is refused', async () => {
  const team = await createLog();
  await append(team, 3);
  await suspendTeam(db, team, 'leaves', testActor);
  await whileChanging(
    db,
    async (connection) => {
      await eraseIdentity(connection, team);
      await recordChange(connection, testActor, {
        ...{ teamId: team, action: 'team.erased', subjectId: team, details: {} },
      });
    },
    () => trimLogs(other, new Date(Date.now() + 60_000)),
  );
  expect(await verifyLog(db, team)).toMatchObject({ findings: [], entries: 1 });
});

test('retention removes the oldest entries, and the chain says where it begins', async () => {
  const team = await createLog();
  await append(team, 4);
  const anchors = (await linksOf(team)).map(({ number, hash }) => ({ chainId: team, number, hash }));
  // A Date has no microseconds, so it is of the next millisecond, which the entries after it wait for.
  const { rows } = await db.query<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now",
  );
  const before = rows[0]?.now ?? new Date(0);
  await db.query('SELECT pg_sleep(0.002)');
  await append(team, 3);
  await trimLogs(db, before);
  const report = await verifyLog(db, team, anchors);
  expect(report).toMatchObject({ first: 6, entries: 4, findings: [] });
  // The last one that was removed is still known, by the one behind it.
  const replaced = { chainId: team, number: 5, hash: Buffer.alloc(32, 1) };
  expect((await verifyLog(db, team, [replaced])).findings).toEqual([{ kind: 'rewritten', number: 5 }]);
  const left = await linksOf(team);
  expect(left.map(({ number }) => number)).toEqual([6, 7, 8, 9]);
  // Nothing else is old, so nothing is removed, and nothing is recorded.
  await trimLogs(db, before);
  expect(await linksOf(team)).toEqual(left);
  await trimLogs(db, new Date(Date.now() + 60_000));
  expect(await verifyLog(db, team, anchors)).toMatchObject({ first: 10, entries: 1, findings: [] });
  await trimLogs(db, new Date(Date.now() + 60_000));
  expect(await linksOf(team)).toHaveLength(1);
  await expectClean();
  // Removing more than the record says is tampering.
  await append(team, 3);
  await tampering(async (connection) => {
    await connection.query(
      'DELETE FROM audit_log a USING audit_links l WHERE l.entry_id = a.id AND l.chain_id = $1 AND l.number = 10',
      [team],
    );
    await connection.query('DELETE FROM audit_links WHERE chain_id = $1 AND number = 10', [team]);
    expect((await examineLog(connection, team)).findings).toMatchObject([
      { kind: 'truncated_start', until: 10 },
    ]);
  });
});

test('entries that should have been removed are named', async () => {
  const team = await createLog();
  await append(team, 3);
  const [, second] = await linksOf(team);
  const undone = new Error('undone');
  await inTransaction(db, async (connection) => {
    const subjectId = writeCheckpoint({ until: 2, hash: second?.hash ?? Buffer.alloc(32) });
    await recordChange(connection, testActor, {
      teamId: team,
      action: trimmedAction,
      subjectId,
      details: {},
    });
    await connection.query('SET CONSTRAINTS ALL IMMEDIATE');
    expect((await examineLog(connection, team)).findings).toEqual([{ kind: 'inserted', number: 1 }]);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
});

test('housekeeping removes what is older than the months that are kept, of teams and of the installation', async () => {
  const team = await createLog();
  // Entries of one transaction are linked in the order of their ids.
  const addOld = (table: string, columns: string, values: string) =>
    db.query(
      `INSERT INTO ${table} (${columns}id, at, action, subject_id, actor_type, actor_name, details)
       SELECT ${values}('0000000' || n || substr(gen_random_uuid()::text, 9))::uuid, now() - age, 'key.created', 'x', 'user', 'ann', '{}'
         FROM unnest(ARRAY[interval '3 months', interval '2 months 1 day', interval '2 months' - interval '1 day'])
              WITH ORDINALITY AS old (age, n)`,
    );
  // The one with which the log began is new, and keeps all behind it.
  await addOld('audit_log', 'team_id, ', `'${team}', `);
  await createAuditHousekeeping(db, 2).run();
  expect(await verifyLog(db, team)).toMatchObject({ first: 1, entries: 4, findings: [] });

  const old = uuidV7();
  await db.query("INSERT INTO teams (id, name) VALUES ($1, 'old')", [old]);
  await addOld('audit_log', 'team_id, ', `'${old}', `);
  const before = (await linksOf(installationChain)).length;
  await createAuditHousekeeping(db, undefined).run();
  expect(await linksOf(old)).toHaveLength(3);
  await createAuditHousekeeping(db, 2).run();
  expect(await verifyLog(db, old)).toMatchObject({ first: 3, entries: 2, findings: [] });
  expect((await linksOf(installationChain)).length).toBe(before);
  const { rows } = await db.query<{ actor_name: string; details: object }>(
    "SELECT actor_name, details FROM audit_log WHERE team_id = $1 AND action = 'audit.trimmed'",
    [old],
  );
  expect(rows).toEqual([{ actor_name: 'housekeeping', details: { before: expect.any(String) } }]);
});

test('a node whose clock is years ahead removes nothing', async () => {
  const team = await createLog();
  await append(team, 3);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * 86_400_000 });
  try {
    await createAuditHousekeeping(db, 1).run();
  } finally {
    vi.useRealTimers();
  }
  expect(await linksOf(team)).toHaveLength(4);
});

test('a log that cannot be linked or shortened does not hold up those of others', async () => {
  const [unlinked, full] = [await createLog(), await createLog()];
  const [waiting, old] = [await createLog(), await createLog()];
  const change = (statement: string, values: unknown[]) =>
    inTransaction(db, async (connection) => {
      await disableTriggers(connection);
      await connection.query(statement, values);
      for (const table of ['audit_log', 'audit_links', 'installation_log'])
        await connection.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });
  await change('DELETE FROM audit_links WHERE chain_id = ANY ($1)', [[unlinked, waiting]]);
  await change('DELETE FROM audit_chains WHERE chain_id = ANY ($1)', [[unlinked, waiting]]);
  await change("UPDATE audit_log SET at = 'infinity' WHERE team_id = $1", [unlinked]);
  await change("UPDATE audit_log SET at = '2020-01-01' WHERE team_id = ANY ($1)", [[full, old]]);
  await change('UPDATE audit_chains SET number = 9223372036854775807 WHERE chain_id = $1', [full]);
  const failure: unknown = await createAuditHousekeeping(db, 12)
    .run()
    .catch((error: unknown) => error);
  const { errors } = failure as { errors: { message: string }[] };
  expect(errors.map(({ message }) => message)).toEqual([
    'cannot convert infinity to bigint',
    'bigint out of range',
  ]);
  expect(await linksOf(waiting)).toHaveLength(1);
  expect(await linksOf(old)).toMatchObject([{ number: 2 }]);
  expect(await linksOf(full)).toHaveLength(1);
  // What follows looks at the logs of all teams.
  await change('UPDATE audit_log SET at = now() WHERE team_id = ANY ($1)', [[unlinked]]);
  await change('DELETE FROM audit_links WHERE chain_id = $1', [full]);
  await change('DELETE FROM audit_chains WHERE chain_id = $1', [full]);
  await createAuditHousekeeping(db, undefined).run();
  await expectClean();
});

test('a log that is not linked as a whole is not trimmed', async () => {
  const team = await createLog();
  await append(team, 2);
  await inTransaction(db, (connection) =>
    connection.query('UPDATE audit_chains SET is_complete = false WHERE chain_id = $1', [team]),
  );
  await trimLogs(db, new Date(Date.now() + 60_000));
  expect(await linksOf(team)).toHaveLength(3);
  await createAuditHousekeeping(db, undefined).run();
  await expectClean();
});

test('only erasure and retention may change what is written', async () => {
  for (const statement of [
    'DELETE FROM audit_links',
    "UPDATE audit_links SET hash = '\\x00'",
    'TRUNCATE audit_links',
  ])
    await expect(db.query(statement), statement).rejects.toThrow('append-only');
});

test('entries from before the chains are linked in batches, while others are written', async () => {
  const team = await createLog();
  await inTransaction(db, async (connection) => {
    await connection.query('ALTER TABLE audit_links DISABLE TRIGGER USER');
    await connection.query('ALTER TABLE audit_log DISABLE TRIGGER USER');
    await connection.query('DELETE FROM audit_links WHERE chain_id = $1', [team]);
    await connection.query('DELETE FROM audit_chains WHERE chain_id = $1', [team]);
    await connection.query(
      `INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, details)
       SELECT $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'key.created', 'x', 'unknown', '{}'
         FROM generate_series(1, 450) AS i`,
      [team],
    );
    await connection.query('ALTER TABLE audit_log ENABLE TRIGGER USER');
    await connection.query('ALTER TABLE audit_links ENABLE TRIGGER USER');
  });
  expect(await verifyLog(db, team)).toMatchObject({ findings: [], pending: 451 });
  // The first entry that is written links a hundred of them, and waits for its turn.
  await append(team, 1);
  expect(await verifyLog(db, team)).toMatchObject({ findings: [], entries: 100, pending: 352 });
  const [first, second] = [db, other].map((pool) => createAuditHousekeeping(pool, undefined));
  await Promise.all([first?.run(), second?.run(), append(team, 10), append(team, 10, other)]);
  expect(await verifyLog(db, team)).toMatchObject({ findings: [], entries: 472, pending: 0 });
});

test('a restored dump verifies, with the same heads', async () => {
  const chains = await listAuditChains(db);
  const heads = await readAuditHeads(db, chains);
  const name = randomDatabaseName();
  await createDatabase(name);
  const dump = execFileSync('pg_dump', [database.url], { maxBuffer: 2 ** 28 });
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', databaseUrl(name)], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const restored = openTestPool(databaseUrl(name));
  try {
    await expectClean(restored);
    expect(await readAuditHeads(restored, chains)).toEqual(heads);
  } finally {
    await restored.end();
    await dropDatabase(name);
  }
});
