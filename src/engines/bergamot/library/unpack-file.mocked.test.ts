import type * as Files from 'node:fs';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { unpackFile } from './unpack-file.ts';

/** A disk on which a file is opened long after that was asked for. */
vi.mock(import('node:fs'), async (importOriginal) => {
  const fs = await importOriginal();
  const open = (...args: Parameters<typeof Files.open>) => setTimeout(() => fs.open(...args), 100);
  const createWriteStream = ((path: string, options: object) =>
    fs.createWriteStream(path, { ...options, fs: { ...fs, open } } as object)) as typeof fs.createWriteStream;
  return { ...fs, createWriteStream };
});

const folder = mkdtempSync(join(tmpdir(), 'dragoman-unpack-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('nothing is left of a file that is too large, though it is refused before it is opened', async () => {
  const packed = join(folder, 'packed');
  writeFileSync(packed, gzipSync(Buffer.alloc(1_000_000)));
  const file = {
    name: 'vocab',
    kind: 'vocabulary',
    bytes: 3_200,
    compression: 'gzip',
  } as unknown as Parameters<typeof unpackFile>[0];
  await expect(unpackFile(file, packed, join(folder, 'vocab'))).rejects.toThrow('more than the 3200 bytes');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(readdirSync(folder)).toEqual([]);
});
