import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordRegistry } from '../../../../test/support/recorded-registry.ts';
import { type MirrorOptions, mirrorModels } from './mirror-models.ts';
import { openModelRegistry } from './model-registry.ts';
import type { RegistryModel } from './registry-model.ts';

let [source, mirror] = ['', ''];
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'dragoman-registry-'));
  mirror = await mkdtemp(join(tmpdir(), 'dragoman-mirror-'));
  await recordRegistry('public').writeTo(source);
});
afterEach(async () => {
  for (const each of [source, mirror]) await rm(each, { recursive: true });
});

async function copy(pairs: readonly string[], options: MirrorOptions = {}): Promise<string[]> {
  const fetched: string[] = [];
  await mirrorModels(await openModelRegistry(source), mirror, pairs, options, (file) => fetched.push(file));
  return [...new Set(fetched)];
}

test.each(['nonsense', '{"data":[]}', '{}', ''])('a list of %j is refused and kept', async (content) => {
  const list = join(mirror, 'models.json');
  await writeFile(list, content);
  await expect(copy(['de-en'])).rejects.toThrow('is damaged or not the list of a mirror');
  expect(await readFile(list, 'utf8')).toBe(content);
});

test('a listed model is kept if its files are whole, and copied again otherwise', async () => {
  expect(await copy(['de-en'])).toHaveLength(3);
  expect(await copy(['de-en'])).toEqual([]);
  const vocabulary = join(mirror, 'models/de-en/tiny/vocab.deen.spm.gz');
  const content = await readFile(vocabulary);
  await rm(vocabulary);
  expect(await copy(['de-en'])).toHaveLength(3);
  await writeFile(vocabulary, content.subarray(0, 1_000));
  expect(await copy(['de-en'])).toHaveLength(3);
  expect(await readFile(vocabulary)).toEqual(content);
});

test('a list that names files elsewhere does not make a mirror touch them', async () => {
  await copy(['de-en']);
  const outside = join(source, 'vocab.deen.spm.gz');
  await writeFile(outside, 'of somebody else');
  const list = join(mirror, 'models.json');
  const path = `../${basename(source)}/vocab.deen.spm.gz`;
  const changed = (await readFile(list, 'utf8')).replace(/[^"]*vocab\.deen\.spm\.gz/, path);
  await writeFile(list, changed);
  expect(await copy(['de-en'])).toHaveLength(3);
  expect(await readFile(outside, 'utf8')).toBe('of somebody else');
});

test('without pairs all models are announced first, and too many are refused', async () => {
  const announced: RegistryModel[] = [];
  await copy([], { announce: (models) => announced.push(...models) });
  expect(announced).toHaveLength(8);
  const registry = await openModelRegistry(source);
  const models = Array.from({ length: 1_001 }, (_, i) => ({ ...announced[0], name: `en-${i}` }));
  const tooMany = { ...registry, models: models as RegistryModel[] };
  await expect(mirrorModels(tooMany, mirror, [], {}, () => undefined)).rejects.toThrow('lists 1001 pairs');
});
