import { afterAll, beforeAll, inject } from 'vitest';
import { endKeptPool, keepPool } from './pool.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from './postgres.ts';

/** A migrated database of the test file's own, gone when the file is done. */
export function useTestDatabase(): { readonly url: string } {
  const name = randomDatabaseName();
  beforeAll(() => createDatabase(name, inject('templateDatabase')));
  const url = databaseUrl(name);
  keepPool(url);
  afterAll(async () => {
    await endKeptPool(url);
    await dropDatabase(name);
  });
  return { url };
}
