import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { placeHold } from '../../src/store/postgres/holds.ts';
import { addCredit, chargeCalls } from '../../src/store/postgres/ledger.ts';
import { beginStream, recordSent } from '../../src/store/postgres/streamed-calls.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam } from '../support/ledger-data.ts';
import { makeOldMonth } from '../support/old-month.ts';
import { openTestPool } from '../support/pool.ts';
import { tendBooks } from '../support/tend-books.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let subject: LedgerTeam;
let other: LedgerTeam;

beforeAll(async () => {
  db = openTestPool(database.url);
  subject = await insertLedgerTeam(db, 100);
  other = await insertLedgerTeam(db, 1_000);
  await addCredit(db, { id: uuidV7(), teamId: subject.team, amount: 500, reason: 'test', author: 'test' });
  const twoLines = {
    sources: ['en', 'fr'],
    engines: ['apertium', 'none'],
    line_characters: [60, 20],
    line_texts: [2, 1],
  };
  await chargeCalls(db, [
    chargeOf(subject, 80, twoLines),
    chargeOf(subject, 70, { idem: 'aa', body: 'bb' }),
    chargeOf(other, 40),
  ]);
  await chargeCalls(db, [chargeOf(subject, 5), chargeOf(other, 6)]);
  await insertDocuments();
  await insertStream();
});

/** One under way, with its hold, and one that is ready, with its call. */
async function insertDocuments(): Promise<void> {
  const id = uuidV7();
  const hold = {
    teamId: subject.team,
    id,
    keyId: subject.key,
    mode: 'live',
    dialect: 'v1',
    characters: 33,
    lifetimeMs: 60_000,
  } as const;
  expect(await inTransaction(db, (connection) => placeHold(connection, hold))).toBe('held');
  const insert = `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, source_lang,
                                         is_detected, target_lang, options, sealed_name, place, call_id, expires_at)
                  SELECT $1, $2, $3, 'live', '', $4, 'txt', 1, $5, 'en', false, 'es', '{}', '', 0, $6, now() + interval '1 day'`;
  await db.query(insert, [subject.team, id, subject.key, 'translating', 33, null]);
  const { rows } = await db.query('SELECT id FROM calls WHERE team_id = $1 AND characters = 5', [
    subject.team,
  ]);
  await db.query(insert, [subject.team, uuidV7(), subject.key, 'done', 5, rows[0].id]);
}

/** A streamed call under way: 20 characters are held, and 12 of them were sent. */
async function insertStream(): Promise<void> {
  const stream = { teamId: subject.team, id: uuidV7(), keyId: subject.key, mode: 'live', target: 'es' };
  expect(await beginStream(db, { ...stream, dialect: 'browser', characters: 20, lifetimeMs: 600_000 })).toBe(
    'held',
  );
  const sent = { sources: ['en'], engines: ['apertium'], characters: [12], texts: [1] };
  expect(await recordSent(db, stream, sent)).toBe(true);
}

afterAll(() => db.end());

test('honest books agree', async () => {
  expect(await findDisagreements(db)).toEqual([]);
});

/** Ways to cook the books. Constraints that would stop one are lifted first: a bad disk asks for no leave. */
const corruptions: [string, string][] = [
  ['more quota used than calls', 'UPDATE team_balances SET quota_used = quota_used + 1 WHERE team_id = $1'],
  ['less quota used than calls', 'UPDATE team_balances SET quota_used = quota_used - 1 WHERE team_id = $1'],
  [
    'a second quota in a month to come',
    "UPDATE team_balances SET period = (period + interval '2 months')::date, quota_used = 0, month_used = 0 WHERE team_id = $1",
  ],
  ['credit out of nothing', 'UPDATE team_balances SET credit = credit + 1 WHERE team_id = $1'],
  ['credit that vanished', 'UPDATE team_balances SET credit = credit - 1 WHERE team_id = $1'],
  ['a credit entry deleted', 'DELETE FROM credit_entries WHERE team_id = $1'],
  ['a credit entry changed', 'UPDATE credit_entries SET amount = amount + 1 WHERE team_id = $1'],
  ['a call deleted', 'DELETE FROM calls WHERE team_id = $1 AND characters = 5'],
  [
    'a call made dearer',
    'UPDATE calls SET characters = characters + 1, from_credit = from_credit + 1 WHERE team_id = $1 AND characters = 5',
  ],
  [
    'characters moved between the lines of a call',
    'UPDATE calls SET line_characters = ARRAY[61, 19] WHERE team_id = $1 AND characters = 80',
  ],
  [
    'lines that do not add up',
    'UPDATE calls SET line_characters = ARRAY[61, 20] WHERE team_id = $1 AND characters = 80',
  ],
  ['a line lost', "UPDATE calls SET engines = ARRAY['apertium'] WHERE team_id = $1 AND characters = 80"],
  [
    'quota and credit swapped',
    'UPDATE calls SET from_quota = from_credit, from_credit = from_quota WHERE team_id = $1 AND characters = 70',
  ],
  [
    'a call given to another team',
    `UPDATE calls SET team_id = (SELECT id FROM teams WHERE id <> $1 LIMIT 1) WHERE team_id = $1 AND characters = 5`,
  ],
  [
    'a call given to another key',
    'UPDATE calls SET key_id = gen_random_uuid() WHERE team_id = $1 AND characters = 5',
  ],
  [
    'a call moved to another hour',
    "UPDATE calls SET charged_at = charged_at - interval '1 hour' WHERE team_id = $1 AND characters = 5",
  ],
  [
    'a call moved to another month',
    "UPDATE calls SET period = (period - interval '1 month')::date WHERE team_id = $1 AND characters = 5",
  ],
  [
    'a call moved to another dialect',
    "UPDATE calls SET dialect = 'deepl' WHERE team_id = $1 AND characters = 5",
  ],
  [
    'a call relabelled as test traffic',
    "UPDATE calls SET mode = 'test' WHERE team_id = $1 AND characters = 5",
  ],
  ['usage inflated', 'UPDATE usage_hourly SET characters = characters + 1 WHERE team_id = $1'],
  ['usage deleted', 'DELETE FROM usage_hourly WHERE team_id = $1'],
  [
    'a key revoked before its calls',
    "UPDATE api_keys SET revoked_at = now() - interval '1 day' WHERE team_id = $1",
  ],
  [
    'an Idempotency-Key with other characters',
    'UPDATE idempotency_keys SET characters = characters - 1 WHERE team_id = $1',
  ],
  [
    'less used in the month than calls',
    'UPDATE team_balances SET month_used = month_used - 1 WHERE team_id = $1',
  ],
  ['a suspension that requests do not see', 'UPDATE teams SET is_suspended = true WHERE id = $1'],
  ['more held than holds', 'UPDATE team_balances SET held = held + 1 WHERE team_id = $1'],
  ['less held than holds', 'UPDATE team_balances SET held = 0 WHERE team_id = $1'],
  [
    'a streamed call whose hold was released',
    `WITH released AS (SELECT release_hold(team_id, id) FROM streamed_calls WHERE team_id = $1)
     SELECT * FROM released`,
  ],
  [
    'a streamed call that sent more than is held',
    "UPDATE streamed_calls SET line_characters = '{21}' WHERE team_id = $1",
  ],
  [
    'a streamed call that was charged and not closed',
    `WITH call AS (SELECT id FROM calls WHERE team_id = $1 LIMIT 1),
     moved AS (UPDATE holds h SET id = call.id FROM call, streamed_calls s WHERE h.team_id = $1 AND h.id = s.id)
     UPDATE streamed_calls SET id = call.id FROM call WHERE team_id = $1`,
  ],
  ['a hold deleted', 'DELETE FROM holds WHERE team_id = $1'],
  [
    'a hold and what is held changed alike',
    `WITH changed AS (UPDATE holds SET characters = characters + 1 WHERE team_id = $1)
     UPDATE team_balances SET held = held + 1 WHERE team_id = $1`,
  ],
  ['a hold given to another key', 'UPDATE holds SET key_id = gen_random_uuid() WHERE team_id = $1'],
  ['a hold relabelled as test traffic', "UPDATE holds SET mode = 'test' WHERE team_id = $1"],
  ['a hold without its document', "DELETE FROM documents WHERE team_id = $1 AND state = 'translating'"],
  ['a document delivered without a charge', 'UPDATE documents SET call_id = NULL WHERE team_id = $1'],
  [
    'two documents for one charge',
    `INSERT INTO documents SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       FROM documents d WHERE team_id = $1 AND state = 'done'`,
  ],
  ['a balance deleted', 'DELETE FROM team_balances WHERE team_id = $1'],
];

describe('every corruption is found', () => {
  test.each(corruptions)('%s', async (_name, sql) => {
    const connection = await db.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('ALTER TABLE calls DROP CONSTRAINT calls_check');
      const { rowCount } = await connection.query(sql, [subject.team]);
      expect(rowCount, 'the corruption took place').toBeGreaterThan(0);
      const found = await findDisagreements(asDatabase(connection));
      expect(found.map((row) => row.teamId)).toContain(subject.team);
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  });

  test.each([
    ...[
      'charge_calls',
      'charge_calls_with_dialect',
      'charge_calls_with_tag',
      'place_hold',
      'place_hold_with_dialect',
    ],
    ...[
      'place_hold_with_tag',
      'settle_hold',
      'begin_stream',
      'begin_stream_with_dialect',
      'begin_stream_with_tag',
    ],
    ...['settle_stream', 'settle_streams', 'limit_key'],
  ])('%s that would read old data', async (name) => {
    const connection = await db.connect();
    try {
      await connection.query(`BEGIN; ALTER FUNCTION ${name} STABLE`);
      const found = await findDisagreements(asDatabase(connection));
      expect(found.map((row) => row.subject)).toEqual([name]);
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  });
});

/** The audit on a connection whose transaction is open already, so that a corruption never has to be committed. */
function asDatabase(connection: Connection): Database {
  const query = (text: unknown, values?: unknown[]) =>
    typeof text === 'string' && /^(BEGIN|COMMIT)/.test(text)
      ? Promise.resolve()
      : connection.query(text as string, values);
  return { connect: async () => ({ query, release() {} }) } as unknown as Database;
}

test('months are closed and dropped by retention, usage stays, and the books still agree', async () => {
  const old = await insertLedgerTeam(db, 1_000);
  await addCredit(db, { id: uuidV7(), teamId: old.team, amount: 50, reason: 'test', author: 'test' });
  await makeOldMonth(db, '2020-01');
  const id = uuidV7(Date.parse('2020-01-15T12:00:00Z'));
  await db.query(
    `INSERT INTO calls VALUES ($1, $2, $3, 'live', '2020-01-15T12:00:00Z', '2020-01-01', 30, 10, 20, 'es', '{en}', '{apertium}', '{30}', '{1}')`,
    [old.team, id, old.key],
  );
  await db.query(
    `INSERT INTO usage_hourly VALUES ($1, '2020-01-15T12:00:00Z', $2, 'live', 'en', 'es', 'apertium', 30, 1, 1)`,
    [old.team, old.key],
  );
  await db.query('UPDATE team_balances SET credit = 30 WHERE team_id = $1', [old.team]);
  expect(await findDisagreements(db)).toEqual([]);

  await tendBooks(db, 3);
  const { rows } = await db.query("SELECT to_regclass('calls_2020_01') AS dropped");
  expect(rows).toEqual([{ dropped: null }]);
  const closings = await db.query(
    'SELECT calls, characters, from_quota, from_credit FROM ledger_closings WHERE team_id = $1',
    [old.team],
  );
  expect(closings.rows).toEqual([{ calls: '1', characters: '30', from_quota: '10', from_credit: '20' }]);
  expect(await findDisagreements(db)).toEqual([]);

  await db.query('UPDATE usage_hourly SET characters = 31 WHERE team_id = $1', [old.team]);
  expect((await findDisagreements(db)).map((row) => row.check)).toEqual([
    'usage of a month = its calls',
    'usage by the day = usage by the hour',
  ]);
});

test('an audit takes as long as it takes, where a call would have been given up', async () => {
  const slow = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 2_000 });
  const blocker = await db.connect();
  await blocker.query('BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
  const auditing = findDisagreements(slow);
  await delay(3_000);
  await blocker.query('COMMIT');
  blocker.release();
  expect(await auditing).toEqual(await findDisagreements(db));
  await slow.end();
});
