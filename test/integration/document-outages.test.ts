/** A document that an outage of Postgres interrupts, while its process lives: the try does not count. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDocumentWork,
  type DocumentWorkParts,
} from '../../src/documents/lifecycle/translate-document.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { openTestPool, quietLogger } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let team: TestTeam;
beforeAll(async () => {
  db = openTestPool(database.url);
  [team] = (await seedTeams(db, 1)) as [TestTeam];
});
afterAll(() => db.end());

const lost = () => new Error('Connection terminated unexpectedly');

/** Queries fail while it is away; the next `outage` of them, or all. */
function openFailing() {
  let outage = 0;
  const onFailure = Promise.withResolvers<void>();
  const query = vi.fn(async (...args: Parameters<Database['query']>) => {
    if (outage-- <= 0) return db.query(...args);
    onFailure.resolve();
    throw lost();
  });
  return {
    pool: { query } as unknown as Database,
    failed: onFailure.promise,
    goAway(queries: number) {
      outage = queries;
    },
  };
}

/** Every try ends where it asks for its hold. */
function workOn(pool: Database) {
  const work = createDocumentWork({ db: pool, logger: quietLogger } as DocumentWorkParts);
  return (id: string, signal = new AbortController().signal) => work.run({ teamId: team.id, id }, signal);
}

async function rowOf(id: string | undefined): Promise<unknown> {
  const { rows } = await db.query('SELECT state, starts, runner FROM documents WHERE id = $1', [id]);
  return rows[0];
}

const untouched = { state: 'queued', starts: 0, runner: null };

test('is put back when Postgres is there again', { timeout: 60_000 }, async () => {
  const [id = ''] = await seedDocuments(db, team, [{}]);
  const { pool, goAway } = openFailing();
  const run = workOn(pool);
  const { query } = pool;
  Object.assign(pool, {
    query(...args: Parameters<typeof query>) {
      // The document is taken by now. What fails is this question, and the first two tries to put the document back.
      if (String(args[0]).includes('FROM holds')) goAway(3);
      return query.apply(pool, args);
    },
  });
  await expect(run(id)).rejects.toThrow(lost().message);
  expect(await rowOf(id)).toEqual(untouched);
});

test('is put back when it was taken, and the answer to that was lost', { timeout: 60_000 }, async () => {
  const [id = ''] = await seedDocuments(db, team, [{}]);
  let isFirst = true;
  const query = async (...args: Parameters<Database['query']>) => {
    const answer = await db.query(...args);
    if (!isFirst) return answer;
    isFirst = false;
    expect(await rowOf(id)).toMatchObject({ state: 'translating', starts: 1 });
    throw lost();
  };
  await expect(workOn({ query } as unknown as Database)(id)).rejects.toThrow(lost().message);
  expect(await rowOf(id)).toEqual(untouched);
});

test('a process that ends waits for Postgres no longer', { timeout: 60_000 }, async () => {
  const [id = ''] = await seedDocuments(db, team, [{}]);
  const { pool, goAway, failed } = openFailing();
  const ending = new AbortController();
  goAway(Number.POSITIVE_INFINITY);
  const running = expect(workOn(pool)(id, ending.signal)).rejects.toThrow(lost().message);
  await failed;
  ending.abort();
  await running;
  expect(await rowOf(id)).toEqual(untouched);
});
