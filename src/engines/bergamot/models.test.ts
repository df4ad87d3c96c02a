import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { discoverModels, pairOf } from './models.ts';

test.each([
  ['en-de', 'en', 'de'],
  ['en-zh-Hans', 'en', 'zh-Hans'],
  ['zh-hans-en', 'zh-Hans', 'en'],
  ['pt-BR-en-GB', 'pt-BR', 'en-GB'],
  ['pt-BR-en', 'pt-BR', 'en'],
  ['pt-br-en', 'pt-BR', 'en'],
  ['pt_br-es', 'pt-BR', 'es'],
  ['en-zh_hant', 'en', 'zh-Hant'],
  ['sr_cyrl-en', 'sr-Cyrl', 'en'],
  ['ca_valencia-en', 'ca-valencia', 'en'],
])('the folder %s is %s to %s', (name, source, target) => {
  expect(pairOf(name)).toEqual({ source, target });
});

test.each(['en', 'en-en', 'README.md', 'old', '.en-de', ''])('%j is no pair', (name) => {
  expect(pairOf(name)).toBeUndefined();
});

test('a name may be as long as two tags, and a longer one is not split at all', () => {
  const longest = (language: string) => `${language}-Latn-DE-abcdefg1-bcdefgh2-cdefg3`;
  expect(longest('de')).toHaveLength(35);
  expect(pairOf(`${longest('de')}-${longest('en')}`)).toMatchObject({ source: longest('de') });
  expect(pairOf('a-'.repeat(20_000))).toBeUndefined();
});

test('a model with a link that leads nowhere is not there, and the others are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-discover-'));
  for (const name of ['en-de', 'en-es']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'vocab.spm.spm'), 'x');
  }
  await writeFile(join(folder, 'en-de', 'model.ende.bin'), 'x');
  await symlink('/nonexistent', join(folder, 'en-es', 'model.enes.bin'));
  expect((await discoverModels(folder)).map(({ name }) => name)).toEqual(['en-de']);
  await rm(folder, { recursive: true });
});
