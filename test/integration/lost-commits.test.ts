/** A document whose COMMIT reached Postgres, and whose answer was lost on the way back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { insertDocument, type NewDocument } from '../../src/store/postgres/documents.ts';
import { announceFile } from '../../src/store/postgres/files-to-delete.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { type LostCommitProxy, startLostCommitProxy } from '../support/lost-commit-proxy.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let proxy: LostCommitProxy;
let throughProxy: Database;
let team: TestTeam;
beforeAll(async () => {
  db = openTestPool(database.url);
  const url = new URL(database.url);
  proxy = await startLostCommitProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  throughProxy = openTestPool(url.href);
  [team] = (await seedTeams(db, 1)) as [TestTeam];
});
afterAll(async () => {
  expect(await findDisagreements(db)).toEqual([]);
  await throughProxy.end();
  await proxy.stop();
  await db.end();
});

async function newDocument(): Promise<NewDocument> {
  const sourceFile = uuidV7();
  await announceFile(db, sourceFile, 60_000);
  return {
    teamId: team.id,
    id: uuidV7(),
    keyId: team.keys[0]?.id ?? '',
    mode: 'live',
    dialect: 'v1',
    userId: null,
    secretHash: Buffer.alloc(32),
    format: 'txt',
    bytes: 10,
    characters: 10,
    source: 'en',
    isDetected: false,
    target: 'es',
    options: { isCached: false },
    sealedName: Buffer.alloc(1),
    sourceKey: Buffer.alloc(1),
    sourceFile,
    resultKey: Buffer.alloc(1),
    lifetimeMs: 3_600_000,
  };
}

async function countOf({ id }: NewDocument): Promise<number | null> {
  return (await db.query('SELECT FROM documents WHERE id = $1', [id])).rowCount;
}

test('is known to be there', async () => {
  const document = await newDocument();
  proxy.loseNext('place_hold');
  expect(await insertDocument(throughProxy, document)).toBe('held');
  expect([proxy.lost(), await countOf(document)]).toEqual([1, 1]);
});

test('one that Postgres took back is an error as before', async () => {
  const document = await newDocument();
  const connection = await throughProxy.connect();
  connection.release();
  const { query } = connection as unknown as { query(...args: unknown[]): Promise<unknown> };
  // Its connection ends in place of the COMMIT.
  Object.assign(connection, {
    async query(...args: unknown[]) {
      if (args[0] === 'COMMIT') await query.call(connection, 'SELECT pg_terminate_backend(pg_backend_pid())');
      return query.apply(connection, args);
    },
  });
  await expect(insertDocument(throughProxy, document)).rejects.toThrow();
  expect(await countOf(document)).toBe(0);
});
