/** Postgres ends a connection of the queue while the end of a document is written there. */
import { expect, test } from 'vitest';
import { letter, useDocumentServer } from '../support/document-server.ts';
import { holdTable } from '../support/hold-table.ts';

const service = useDocumentServer(5_000);

async function countOf(state: string): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM documents WHERE state = $1',
    [state],
  );
  return rows[0]?.count ?? 0;
}

test('a lost connection ends neither the process nor what comes after it', async () => {
  const team = await service.newTeam();
  expect((await service.send(team, letter)).status).toBe(201);
  await expect.poll(() => countOf('translating'), { timeout: 120_000, interval: 20 }).toBe(1);
  const jobs = await holdTable(service.env.DATABASE_URL ?? '', 'graphile_worker._private_jobs');
  try {
    await expect.poll(() => countOf('done'), { timeout: 120_000, interval: 20 }).toBe(1);
    // Whoever waits for the table now writes that the job is done, or looks for the next one. All of them are cut.
    for (let cuts = 0; cuts < 4; cuts++) {
      const pid = await jobs.waitingStatement();
      await service.db.query('SELECT pg_terminate_backend($1)', [pid]);
    }
  } finally {
    await jobs.release();
  }
  expect((await service.send(team, letter)).status).toBe(201);
  await expect.poll(() => countOf('done'), { timeout: 120_000, interval: 100 }).toBe(2);
  expect((await fetch(`${service.server.opsUrl}/live`)).status).toBe(200);
});
