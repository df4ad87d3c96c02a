import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { StubEngine } from '../../src/engines/stub/stub-engine.ts';
import { parseStubSettings } from '../../src/engines/stub/stub-settings.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { testEngineContract } from './engine-contract.ts';

const run = promisify(execFile);
const stub = (behaviour: string) => new StubEngine('stub', parseStubSettings(behaviour));
const batch = { source: 'en', target: 'eo', texts: ['hello'] };
const forever = new AbortController().signal;

testEngineContract('stub', {
  open: async () => stub('latencyMs=1'),
  source: 'en',
  target: 'eo',
  sentence: (n) => `The house number ${n} is big.`,
  translation: (n) => `THE HOUSE NUMBER ${n} IS BIG.`,
});

test('the stub fails at its rate, the same calls for the same seed', async () => {
  const fates = async () => {
    const engine = stub('errorRate=0.25');
    const calls = Array.from({ length: 1_000 }, () => engine.translate(batch, forever));
    return (await Promise.allSettled(calls)).map(({ status }) => status);
  };
  const first = await fates();
  expect(first.filter((status) => status === 'rejected').length).toBeGreaterThan(200);
  expect(first.filter((status) => status === 'rejected').length).toBeLessThan(300);
  expect(await fates()).toEqual(first);
});

test('a stub that hangs ends with the signal and not before', async () => {
  const engine = stub('hangRate=1');
  const controller = new AbortController();
  const call = engine.translate(batch, controller.signal);
  const early = await Promise.race([call, new Promise((resolve) => setTimeout(resolve, 100, 'hangs'))]);
  expect(early).toBe('hangs');
  controller.abort(new Error('given up'));
  await expect(call).rejects.toThrow('given up');
});

const database = useTestDatabase();
const isStub = (file: string) => /stub-(engine|settings)[.]js$/.test(file);

test('a build for a release has no stub, and refuses to start with it', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const copy = await mkdtemp(join(tmpdir(), 'dragoman-release-'));
  try {
    const isNoCode = (path: string) => !path.endsWith('.js');
    await cp(join(root, 'dist'), join(copy, 'dist'), { recursive: true, filter: isNoCode });
    for (const part of ['bin', 'src', 'scripts/bundle.mjs', 'package.json'])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await run(process.execPath, ['scripts/bundle.mjs'], { cwd: copy });
    expect((await readdir(join(copy, 'dist'), { recursive: true })).filter(isStub)).toEqual([]);
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      DRAGOMAN_STUB_ENGINE: 'on',
      DATABASE_URL: database.url,
      DRAGOMAN_PUBLIC_PORT: '0',
    };
    const started = run(join(copy, 'bin/dragoman'), ['serve'], { env, timeout: 120_000 });
    await expect(started).rejects.toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringContaining('this build has none'),
    });
  } finally {
    await rm(copy, { recursive: true });
  }
});
