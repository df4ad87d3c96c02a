import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { discoverModels } from './models.ts';

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
