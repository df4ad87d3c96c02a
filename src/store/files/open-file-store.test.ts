import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isTemporaryFailure } from '../temporary-failures.ts';
import { FileStoreError } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';

const own = mkdtempSync(join(tmpdir(), 'dragoman-store-'));
afterAll(() => rmSync(own, { recursive: true }));

test('a folder that cannot be used is a failure of the store, and no error of the program', async () => {
  const folder = join(own, 'no folder');
  writeFileSync(folder, 'a file is in its place');
  const store = openFileStore({ kind: 'directory', folder });
  const failures = await Promise.all([
    store.write('name', Buffer.from('content')).catch((error: unknown) => error),
    store.read('name').catch((error: unknown) => error),
  ]);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(FileStoreError);
    expect(isTemporaryFailure(failure)).toBe(true);
  }
});

test('a file that is not there is no failure', async () => {
  const store = openFileStore({ kind: 'directory', folder: own });
  expect(await store.read('name')).toBeUndefined();
  await store.delete('name');
});

test('an error of the program is none of a store', () => {
  expect(isTemporaryFailure(new TypeError('undefined is not a function'))).toBe(false);
});
