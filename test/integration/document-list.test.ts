/** A list of documents, with what each still waits for: as cheap for a page as for one. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDocuments } from '../../src/documents/documents.ts';
import type { UploadParts } from '../../src/documents/lifecycle/accept-upload.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let team: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  db = openTestPool(database.url);
  [team, other] = (await seedTeams(db, 2)) as [TestTeam, TestTeam];
  await db.query(
    "INSERT INTO document_workers (id, queue_id, concurrency, seen_at) VALUES ($1, 'q', 1, now() + interval '1 hour')",
    [uuidV7()],
  );
});
afterAll(() => db.end());

/** Nothing but what a list needs: the names are sealed under no key. */
const open = () => createDocuments({ db, files: { openKey: () => undefined } } as unknown as UploadParts);

test('a page costs two queries, and each document waits for those ahead of it alone', async () => {
  const characters = 2_000;
  await seedDocuments(db, other, [
    { state: 'translating', characters: 8_000, translated: 4_000 },
    { place: 1, characters: 20_000 },
    { place: 1, characters: 200_000, expiresIn: -1 },
    { state: 'done', characters: 200_000 },
  ]);
  const ids = await seedDocuments(db, team, [
    { place: 0, characters },
    { state: 'done', characters },
    { place: 2, characters },
    { place: 1, characters },
    { place: 3, characters },
  ]);
  const query = vi.spyOn(db, 'query');
  const listed = await open().list({ teamId: team.id }, { limit: 100, before: undefined });
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();

  // At 2,000 characters a second: 2 s for what is being translated, 1 s for each of the team's own, 10 s for the other's.
  const shown = listed.ok ? listed.value : [];
  const seconds = new Map(shown.map(({ id, secondsRemaining }) => [id, secondsRemaining]));
  expect(seconds).toEqual(new Map(ids.map((id, i) => [id, [3, 0, 15, 14, 16][i]])));
  for (const id of ids) {
    const found = await open().find({ teamId: team.id }, id);
    expect(found.ok && found.value.secondsRemaining).toBe(seconds.get(id));
  }
});

test('a page without a document under way is one query', async () => {
  const [idle] = (await seedTeams(db, 1)) as [TestTeam];
  await seedDocuments(db, idle, [{ state: 'done' }, { state: 'done' }]);
  const query = vi.spyOn(db, 'query');
  const listed = await open().list({ teamId: idle.id }, { limit: 100, before: undefined });
  expect([query.mock.calls.length, listed.ok && listed.value.length]).toEqual([1, 2]);
  query.mockRestore();
});

test('many tiny files and one that waited for an engine do not slow down the estimate for a large document', async () => {
  const [fresh] = (await seedTeams(db, 1)) as [TestTeam];
  await db.query('DELETE FROM documents');
  const tiny = Array.from({ length: 20 }, () => ({ state: 'done', characters: 17, took: 5 }) as const);
  const large = [20, 20, 2_000].map((took) => ({ state: 'done', characters: 20_000, took }) as const);
  await seedDocuments(db, fresh, [...large, ...tiny]);
  const [id = ''] = await seedDocuments(db, fresh, [{ characters: 10_000 }]);
  const found = await open().find({ teamId: fresh.id }, id);
  // At 1,000 characters a second, and what a tiny file takes.
  expect(found.ok && found.value.secondsRemaining).toBe(15);
});

test('only a document that is not done can be cancelled', async () => {
  const [fresh] = (await seedTeams(db, 1)) as [TestTeam];
  const [waiting = '', finished = ''] = await seedDocuments(db, fresh, [{ place: 1 }, { state: 'done' }]);
  const cancel = async (id: string) => open().cancel({ teamId: fresh.id }, id);
  expect(await cancel(waiting)).toEqual({ ok: true, value: true });
  expect(await cancel(finished)).toEqual({ ok: true, value: false });
  expect((await open().find({ teamId: fresh.id }, finished)).ok).toBe(true);
});
