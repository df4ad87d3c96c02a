import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Download } from '../../engine-http.ts';
import { fetchFile } from './fetch-file.ts';
import type { ModelRegistry, RegistryFile } from './registry-model.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-fetch-'));
});
afterEach(() => rm(folder, { recursive: true }));

const content = Buffer.from('words and more words');
const packed = gzipSync(content);
const name = 'vocab.ende.spm';
const file: RegistryFile = {
  kind: 'vocabulary',
  path: `models/${name}.gz`,
  name,
  compression: 'gzip',
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
};

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function answering(answer: (from: number) => Partial<Download> & { body: Buffer }): ModelRegistry {
  const open = async (_path: string, from: number) => {
    const { body, ...members } = answer(from);
    return {
      status: 206,
      start: undefined,
      tag: '"a"',
      length: body.length,
      bytes: only(body),
      ...members,
    };
  };
  return { place: 'here', models: [], open };
}

const fetchFrom = (registry: ModelRegistry) =>
  fetchFile({ registry, file, folder, progress: () => undefined });
const packedPath = () => join(folder, `${name}.gz`);

async function haveBytes(count: number): Promise<void> {
  await writeFile(packedPath(), packed.subarray(0, count));
  await writeFile(`${packedPath()}.tag`, '"a"');
}

test('the rest is appended to what is here', async () => {
  await haveBytes(10);
  await fetchFrom(answering((from) => ({ start: from, body: packed.subarray(from) })));
  expect(await readFile(join(folder, name))).toEqual(content);
});

test.each([
  ['without a position', 10, undefined],
  ['from another position', 10, 5],
  ['that was not asked for', 0, 0],
])('a part %s is refused, and the next attempt starts anew', async (_, have, start) => {
  if (have > 0) await haveBytes(have);
  for (let attempt = 0; attempt < 3; attempt++) {
    const refused = fetchFrom(answering(() => ({ start, body: Buffer.alloc(1_000) })));
    await expect(refused).rejects.toThrow('another part of models/vocab.ende.spm.gz');
    const size = await stat(packedPath()).then(
      (found) => found.size,
      () => 0,
    );
    expect(size).toBe(have);
  }
  const asked: number[] = [];
  const whole = answering((from) => {
    asked.push(from);
    return { status: 200, body: packed };
  });
  await fetchFrom(whole);
  expect(asked).toEqual([0]);
  expect(await readFile(join(folder, name))).toEqual(content);
});

test('the limit of size counts what earlier attempts left', async () => {
  await haveBytes(packed.length);
  await writeFile(packedPath(), Buffer.alloc(1_000_000));
  const endless = answering((from) => ({ start: from, body: Buffer.alloc(100) }));
  await expect(fetchFrom(endless)).rejects.toThrow('more bytes of vocab.ende.spm than');
  await expect(stat(packedPath())).rejects.toThrow();
});

test.each([200, 206])('a file that is announced as too large is not begun: %d', async (status) => {
  await haveBytes(10);
  const progress: number[] = [];
  // A hostile server may announce any number, and the progress is stored.
  const registry = answering((from) => ({ status, start: from, length: 1e19, body: packed.subarray(from) }));
  const fetched = fetchFile({ registry, file, folder, progress: (_, bytes) => progress.push(bytes) });
  await expect(fetched).rejects.toMatchObject({ reason: 'too_large' });
  expect(progress).toEqual([]);
});
