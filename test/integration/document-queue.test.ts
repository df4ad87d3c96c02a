/** The queue of documents, on connections that break at the worst moment: when what became of a job is written. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDocumentWorkers } from '../../src/jobs/document-workers.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { addDocumentJob, openDocumentQueue, type RunningQueue } from '../../src/store/postgres/job-queue.ts';
import { sample } from '../support/long-form.ts';
import { openTestPool, quietLogger } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url, 4);
});
// Jobs of an earlier test whose ends were lost would come back once their locks are old.
beforeEach(() => db.query('DELETE FROM graphile_worker._private_jobs'));
afterAll(() => db.end());

/**
 * A pool whose connections break under the statements that write the ends of jobs, all of them at the same time, or after
 * the one that takes a job.
 */
function openBreakingPool() {
  const pool = openTestPool(database.url, 6);
  let count = 0;
  let lookups = 0;
  let losesTaken = false;
  let waiting: (() => void)[] = [];
  const hold = () =>
    new Promise((_resolve, reject) => {
      waiting.push(() => reject(new Error('Connection terminated unexpectedly')));
      if (waiting.length < count) return;
      count = 0;
      for (const fail of waiting) fail();
    });
  const loseAnswer = async (answer: unknown) => {
    const { rows } = (await answer) as { rows: unknown[] };
    losesTaken = rows.length === 0;
    if (rows.length > 0) throw new Error('Connection terminated unexpectedly');
    return answer;
  };
  pool.on('acquire', (client) => {
    const { query } = Object.getPrototypeOf(client) as { query(...args: unknown[]): unknown };
    Object.assign(client, {
      query(...args: unknown[]) {
        const { text = '', name = '' } = Object(args[0]) as { text?: string; name?: string };
        if (losesTaken && name.startsWith('get_job')) return loseAnswer(query.apply(client, args));
        const isEnd = /_private_jobs/.test(text) && /^delete|last_error/.test(text);
        if (/_private_tasks as tasks \(identifier\)/.test(text) && lookups-- > 0)
          return Promise.reject(new Error('Connection terminated unexpectedly'));
        return isEnd && count > 0 ? hold() : query.apply(client, args);
      },
    });
  });
  return {
    pool,
    breakTaskLookups(wanted: number) {
      lookups = wanted;
    },
    loseTheNextTaken() {
      losesTaken = true;
    },
    breakEnds(wanted: number) {
      count = wanted;
      waiting = [];
    },
    waiting: () => waiting.length,
  };
}

const job = () => ({ teamId: uuidV7(), id: uuidV7() });

test.each(sample([2, 1, 3], 1))(
  'goes on taking jobs after the ends of %i of them could not be written',
  async (count) => {
    const { pool, breakEnds, waiting } = openBreakingPool();
    const taken: string[] = [];
    const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
    const workers = startDocumentWorkers({
      queue: openDocumentQueue(pool),
      work: {
        async run({ id }) {
          await ends[taken.push(id) - 1]?.promise;
        },
      },
      concurrency: count,
      logger: quietLogger,
    });
    for (const each of Array.from({ length: count }, job)) await addDocumentJob(db, each, 0);
    await expect.poll(() => taken.length).toBe(count);
    breakEnds(count);
    // One after the other: what ends at the same moment is written by one statement. On a starved machine a job may be
    // recovered, taken again and ended once more.
    for (const [i, { resolve }] of ends.entries()) {
      resolve();
      await expect.poll(waiting).toBeGreaterThan(i);
    }
    const later = job();
    await addDocumentJob(db, later, 0);
    await expect.poll(() => taken).toContain(later.id);
    await workers.close();
    await pool.end();
  },
);

test('goes on taking jobs after its first question was lost', async () => {
  const { pool, breakTaskLookups } = openBreakingPool();
  breakTaskLookups(1);
  const taken: string[] = [];
  const workers = startDocumentWorkers({
    queue: openDocumentQueue(pool),
    work: {
      async run({ id }) {
        taken.push(id);
      },
    },
    concurrency: 2,
    logger: quietLogger,
  });
  const first = job();
  await addDocumentJob(db, first, 0);
  await expect.poll(() => taken).toContain(first.id);
  await workers.close();
  await pool.end();
});

test('a job whose taking was not heard of is taken again', async () => {
  const { pool, loseTheNextTaken } = openBreakingPool();
  const [team] = await seedTeams(db, 1);
  const document = { teamId: team?.id ?? '', id: uuidV7() };
  await db.query(
    `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, source_lang,
                            is_detected, target_lang, options, sealed_name, place, expires_at)
     SELECT $1, $2, $3, 'live', '', 'queued', 'txt', 1, 1, 'en', false, 'es', '{}', '', 0, now() + interval '1 day'`,
    [document.teamId, document.id, team?.keys[0]?.id],
  );
  const taken: string[] = [];
  const held = Promise.withResolvers<void>();
  const workers = startDocumentWorkers({
    queue: openDocumentQueue(pool),
    work: {
      async run({ id }) {
        taken.push(id);
        await held.promise;
      },
    },
    concurrency: 2,
    logger: quietLogger,
  });
  loseTheNextTaken();
  await addDocumentJob(db, document, 0);
  await expect.poll(() => lockLongAgo(document.id)).toBe(1);
  await expect.poll(() => taken).toEqual([document.id]);

  // What is in hand is not taken again, however long it takes.
  await lockLongAgo(document.id);
  for (const _beat of [1, 2]) await nextBeat();
  const later = job();
  await addDocumentJob(db, later, 0);
  await expect.poll(() => taken).toEqual([document.id, later.id]);
  held.resolve();
  await workers.close();
  await pool.end();
});

/** How many locks that was. */
async function lockLongAgo(documentId: string): Promise<number | null> {
  const { rowCount } = await db.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour'
      WHERE key = $1 AND locked_at IS NOT NULL`,
    [documentId],
  );
  return rowCount;
}

async function nextBeat(): Promise<void> {
  const seen = async () =>
    (await db.query('SELECT max(seen_at)::text AS at FROM document_workers')).rows[0]?.at;
  const before = await seen();
  await expect.poll(seen).not.toBe(before);
}

const stopped: RunningQueue = {
  id: '',
  documentsInHand: () => [],
  ended: Promise.resolve(),
  stop: () => Promise.resolve(),
};

test('is tried again within half a minute, however often it failed', async () => {
  const queue = openDocumentQueue(db);
  const { id, teamId } = job();
  await addDocumentJob(db, { id, teamId }, 0);
  const pauses = async () => {
    const { rows } = await db.query<{ isLong: boolean }>(
      `SELECT run_at > now() + interval '31 s' AS "isLong" FROM graphile_worker.jobs WHERE key = $1`,
      [id],
    );
    return rows;
  };
  await db.query(
    "SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => now() + interval '6 hours') FROM graphile_worker.jobs WHERE key = $1",
    [id],
  );
  expect(await pauses()).toEqual([{ isLong: true }]);
  await queue.recover({ ...stopped, id: 'another' }, 12_000);
  expect(await pauses()).toEqual([{ isLong: false }]);
});

test('is closed after the ends of two jobs could not be written', async () => {
  const { pool, breakEnds, waiting } = openBreakingPool();
  const ends = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  let taken = 0;
  const workers = startDocumentWorkers({
    queue: openDocumentQueue(pool),
    work: {
      async run() {
        await ends[taken++]?.promise;
      },
    },
    concurrency: 2,
    logger: quietLogger,
  });
  for (const each of [job(), job()]) await addDocumentJob(db, each, 0);
  await expect.poll(() => taken).toBe(2);
  breakEnds(2);
  for (const [i, { resolve }] of ends.entries()) {
    resolve();
    await expect.poll(waiting).toBeGreaterThan(i);
  }
  await workers.close();
  await pool.end();
});
