/** The data key is changed while documents wait and lie ready: the new key alone opens them afterwards. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { dragomanJson } from '../support/command-line.ts';
import { documentsEnv, download, upload, watch } from '../support/document-client.ts';
import { letter } from '../support/document-server.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { openServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const env = {
  ...documentsEnv().env,
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DATABASE_URL: database.url,
};
let db: Database;

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

/** One after the other: a document that one of them leaves waiting must not be taken by another. */
async function withServer<T>(
  more: Record<string, string>,
  act: (documents: string) => Promise<T>,
): Promise<T> {
  const server = await openServer({ ...env, ...more });
  try {
    return await act(`${server.url}/v1/documents`);
  } finally {
    await server.stop();
  }
}

test('documents that wait and that are ready go through a rotation', async () => {
  const [team] = await seedTeams(db, 1);
  const key = team?.key ?? '';
  const send = async (documents: string) => {
    const { status, body } = await upload(documents, key, letter, { source_lang: 'EN', target_lang: 'EO' });
    expect(status).toBe(201);
    return body.id;
  };
  const ready = await withServer({ DRAGOMAN_DATA_KEY: oldKey }, async (documents) => {
    const id = await send(documents);
    await watch(`${documents}/${id}`, key);
    return id;
  });
  const waiting = await withServer({ DRAGOMAN_DATA_KEY: oldKey, DRAGOMAN_DOCUMENT_WORKERS: '0' }, send);

  // The one that is done has lost its source's key, and keeps that of its result.
  const both = { ...env, DRAGOMAN_DATA_KEY: newKey, DRAGOMAN_DATA_KEYS_OLD: oldKey };
  expect(await dragomanJson(['data-key', 'rotate'], both)).toMatchObject({ rewrapped: 4, unreadable: 0 });
  await withServer({ DRAGOMAN_DATA_KEY: newKey }, async (documents) => {
    await watch(`${documents}/${waiting}`, key);
    for (const id of [ready, waiting]) {
      const { status, content } = await download(`${documents}/${id}/result`, key);
      expect([status, content.toString()]).toEqual([200, expect.stringContaining('\n\n')]);
    }
  });
});
