import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type RecordedRegistry,
  type RegistryFormat,
  recordRegistry,
} from '../../../../test/support/recorded-registry.ts';
import { listAvailableModels } from './available-models.ts';
import { mirrorModels } from './mirror-models.ts';
import { listModels, type PullOptions, pullModel, removeModel, verifyModel } from './model-library.ts';
import { openModelRegistry } from './model-registry.ts';

let [source, folder] = ['', ''];
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'dragoman-registry-'));
  folder = await mkdtemp(join(tmpdir(), 'dragoman-library-'));
});
afterEach(async () => {
  for (const each of [source, folder]) await rm(each, { recursive: true });
});

const noProgress = () => undefined;

async function pull(registry: RecordedRegistry, pair: string, options: PullOptions = {}) {
  await registry.writeTo(source);
  return pullModel(await openModelRegistry(source), folder, pair, options, noProgress);
}

describe.each<RegistryFormat>(['public', 'remote-settings'])('a registry in the format %s', (format) => {
  test('lists every model under its BCP 47 name', async () => {
    await recordRegistry(format).writeTo(source);
    const available = listAvailableModels(await openModelRegistry(source), {});
    expect(available.map(({ name, architecture, release }) => `${name} ${architecture} ${release}`)).toEqual([
      'ca-valencia-en tiny release',
      'de-en tiny release',
      // A preview of the next version.
      ...(format === 'remote-settings' ? ['de-en tiny unreleased'] : []),
      'en-de tiny android',
      'en-de base-memory desktop',
      'en-de base unreleased',
      'en-fr student-next release',
      'en-ja base-memory release',
      'en-ja base release',
      'en-zh-Hant base-memory release',
      'pt-BR-es tiny release',
      'sr-Cyrl-en tiny release',
    ]);
    expect(available.filter(({ isDefault }) => isDefault).map(({ architecture }) => architecture)).toEqual([
      ...['tiny', 'tiny', 'base-memory', 'student-next', 'base', 'base-memory', 'tiny', 'tiny'],
    ]);
  });

  test.each([
    ['en-zh-Hant', 'en-zh-Hant'],
    ['en-zh_hant', 'en-zh-Hant'],
    ['en-zh-hant', 'en-zh-Hant'],
    ['sr_cyrl-en', 'sr-Cyrl-en'],
    ['pt_br-es', 'pt-BR-es'],
    ['pt-br-es', 'pt-BR-es'],
    ['ca_valencia-en', 'ca-valencia-en'],
  ])('%s is pulled, verified and removed as %s', async (asked, name) => {
    expect((await pull(recordRegistry(format), asked)).name).toBe(name);
    expect((await listModels(folder)).map((model) => model.name)).toEqual([name]);
    expect(await verifyModel(folder, asked)).toMatchObject({ name, ok: true });
    expect(await removeModel(folder, asked)).toBe(name);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a model with two vocabularies is complete', async () => {
    await pull(recordRegistry(format), 'en-ja', { smallest: true });
    expect((await readdir(join(folder, 'en-ja'))).toSorted()).toEqual([
      'lex.50.50.enja.s2t.bin',
      'manifest.json',
      'model.enja.intgemm.alphas.bin',
      'srcvocab.enja.spm',
      'trgvocab.enja.spm',
    ]);
    expect(await listModels(folder)).toMatchObject([
      { name: 'en-ja', architecture: 'base-memory', bytes: 3_200 },
    ]);
  });

  test('the best model for desktops is the default; the smallest and any other are taken on request', async () => {
    const taken = async (options: PullOptions) =>
      (await pull(recordRegistry(format), 'en-de', options)).architecture;
    expect(await taken({})).toBe('base-memory');
    expect(await taken({ smallest: true })).toBe('tiny');
    expect(await taken({ architecture: 'base' })).toBe('base');
    await expect(taken({ architecture: 'large' })).rejects.toThrow(
      'only with the architecture tiny, base-memory',
    );
  });

  const compress = format === 'public' ? gzipSync : zstdCompressSync;

  test.each(['model', 'lex', 'vocab'])('a damaged %s is refused, and nothing is installed', async (type) => {
    const registry = recordRegistry(format);
    registry.packed.set(registry.pathOf('de-en', 'tiny', type), compress(Buffer.alloc(3_200, 'x')));
    await expect(pull(registry, 'de-en')).rejects.toThrow('is damaged');
    expect(await listModels(folder)).toEqual([]);
    // The next attempt downloads it again.
    expect((await pull(recordRegistry(format), 'de-en')).name).toBe('de-en');
  });

  test('a cut file is refused', async () => {
    const registry = recordRegistry(format);
    const path = registry.pathOf('de-en', 'tiny', 'model');
    registry.packed.set(path, registry.packed.get(path)?.subarray(0, 1_000) ?? Buffer.alloc(0));
    await expect(pull(registry, 'de-en')).rejects.toThrow('is damaged');
    expect(await listModels(folder)).toEqual([]);
  });

  test('a file that unpacks to more than its size is not unpacked further', async () => {
    const registry = recordRegistry(format);
    registry.packed.set(registry.pathOf('de-en', 'tiny', 'vocab'), compress(Buffer.alloc(1_000_000)));
    await expect(pull(registry, 'de-en')).rejects.toThrow('more than the 3200 bytes');
    const left = await readdir(join(folder, '.pull-de-en.tiny'));
    expect(left.filter((name) => name.startsWith('vocab'))).toEqual([]);
  });

  test('a file without a size in the registry may be no larger than any file of its kind', async () => {
    const registry = recordRegistry(format, { hashes: 'model' });
    registry.packed.set(registry.pathOf('de-en', 'tiny', 'vocab'), compress(Buffer.alloc(21_000_000)));
    await expect(pull(registry, 'de-en', { allowUnverified: true })).rejects.toThrow(
      'more than the 20000000 bytes',
    );
  });

  test('files without a hash are refused, unless the operator accepts them; a model never', async () => {
    await expect(pull(recordRegistry(format, { hashes: 'model' }), 'de-en')).rejects.toThrow(
      'no hash for lex.50.50.deen.s2t.bin, vocab.deen.spm of de-en',
    );
    const none = recordRegistry(format, { hashes: 'none' });
    await expect(pull(none, 'de-en', { allowUnverified: true })).rejects.toThrow(
      'no hash for model.deen.intgemm.alphas.bin of de-en',
    );
    expect(await readdir(folder)).toEqual([]);
    const accepted = await pull(recordRegistry(format, { hashes: 'model' }), 'de-en', {
      allowUnverified: true,
    });
    expect(accepted.files).toHaveLength(3);
    expect(await verifyModel(folder, 'de-en')).toMatchObject({ ok: true });
  });

  test('a mirror is a registry with the same models, and has a hash for every file', async () => {
    await recordRegistry(format, { hashes: 'model' }).writeTo(source);
    const mirror = join(folder, 'mirror');
    const registry = await openModelRegistry(source);
    const copy = (pairs: string[]) =>
      mirrorModels(registry, mirror, pairs, { allowUnverified: true }, noProgress);
    await copy(['en-zh_hant']);
    const list = join(mirror, 'models.json');
    const first = await readFile(list, 'utf8');
    await copy([]);
    await copy(['en-zh-Hant']);
    expect(JSON.parse(await readFile(list, 'utf8'))).toMatchObject(JSON.parse(first));
    const mirrored = await openModelRegistry(mirror);
    expect(listAvailableModels(mirrored, {}).map(({ name }) => name)).toEqual([
      ...new Set(listAvailableModels(registry, {}).map(({ name }) => name)),
    ]);
    for (const name of ['en-de', 'en-ja', 'sr-Cyrl-en']) {
      const direct = await pullModel(registry, folder, name, { allowUnverified: true }, noProgress);
      const { files, architecture } = await pullModel(mirrored, folder, name, {}, noProgress);
      expect({ files, architecture }).toEqual({ files: direct.files, architecture: direct.architecture });
    }
  });

  test('a damaged file does not get into a mirror, and its mirror stays usable', async () => {
    const registry = recordRegistry(format);
    registry.packed.set(
      registry.pathOf('en-fr', 'student-next', 'vocab'),
      compress(Buffer.alloc(3_200, 'x')),
    );
    await registry.writeTo(source);
    const mirror = join(folder, 'mirror');
    const copied = mirrorModels(await openModelRegistry(source), mirror, ['de-en', 'en-fr'], {}, noProgress);
    await expect(copied).rejects.toThrow('is damaged');
    expect((await openModelRegistry(mirror)).models.map(({ name }) => name)).toEqual(['de-en']);
  });
});

test('only the newest file of the generation counts that Firefox releases', async () => {
  const registry = recordRegistry('remote-settings');
  await registry.writeTo(source);
  const { models } = await openModelRegistry(source);
  const paths = models
    .filter(({ release }) => release !== 'unreleased')
    .flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths.filter((path) => path.includes('nowhere'))).toEqual([]);
});

test('a registry may name no file outside its folder, and none that the engine would not find', async () => {
  const registry = recordRegistry('public');
  const [entry] = registry.list.models?.['de-en'] ?? [];
  Object.assign(entry?.files.vocab ?? {}, { path: '../vocab.deen.spm.gz' });
  await expect(pull(registry, 'de-en')).rejects.toThrow('which is outside');
  Object.assign(entry?.files.vocab ?? {}, { path: 'models/words.txt.gz' });
  await expect(pull(registry, 'de-en')).rejects.toThrow('no model de-en');
});

test.each(['http://example.org/models.json', 'ftp://127.0.0.1/models.json', 'http://127.0.0.1.example.org/'])(
  '%s is no safe address',
  async (address) => {
    await expect(openModelRegistry(address)).rejects.toThrow('cannot be downloaded from safely');
  },
);

test.each(['{}', '[]', 'null', '{"models":[]}', 'nonsense'])('%s is no registry', async (content) => {
  await writeFile(join(source, 'models.json'), content);
  await expect(openModelRegistry(source)).rejects.toThrow('cannot be read');
});

test('a model that is installed as the registry has it is not downloaded again, a damaged one is', async () => {
  await recordRegistry('public').writeTo(source);
  const registry = await openModelRegistry(source);
  const again = () => pullModel(registry, folder, 'de-en', {}, noProgress);
  expect((await again()).wasInstalled).toBe(false);
  const unreachable = { ...registry, open: () => Promise.reject(new Error('not used')) };
  const { wasInstalled, files } = await pullModel(unreachable, folder, 'de-en', {}, noProgress);
  expect([wasInstalled, files.length]).toEqual([true, 3]);
  await writeFile(join(folder, 'de-en', 'vocab.deen.spm'), 'x');
  expect((await again()).wasInstalled).toBe(false);
  expect(await verifyModel(folder, 'de-en')).toMatchObject({ ok: true });
});

test('a path or a licence that could change a terminal is not taken over', async () => {
  const registry = recordRegistry('public');
  const [entry] = registry.list.models?.['de-en'] ?? [];
  Object.assign(entry ?? {}, { licence: 'MIT\u001b[2J' });
  expect((await pull(registry, 'de-en')).licence).toBeUndefined();
  Object.assign(entry?.files.vocab ?? {}, { path: 'models/\u001b[2J/vocab.deen.spm.gz' });
  await expect(pull(registry, 'de-en')).rejects.toThrow('no model de-en');
});

test('what a parser quotes of a registry has no control characters', async () => {
  await writeFile(join(source, 'models.json'), '\u001b[2J');
  const failed = await openModelRegistry(source).catch((error: unknown) => String(error));
  expect(failed).toContain('cannot be read');
  expect(failed).not.toContain('\u001b');
});

test('a list in a folder may be no larger than one from a server', async () => {
  await writeFile(join(source, 'models.json'), '{}');
  await truncate(join(source, 'models.json'), 100_000_001);
  await expect(openModelRegistry(source)).rejects.toThrow('its list is too large');
});
