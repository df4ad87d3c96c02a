/** `dragoman models`: what is fetched is whole and in its place, or not there at all. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../src/engines/bergamot/library/lock-folder.ts';
import { executable, runDragoman } from '../support/command-line.ts';
import { isLong, longTest, sample } from '../support/long-form.ts';
import { type RegistryServer, startModelRegistry, tagOf } from '../support/model-registry-server.ts';
import { hasTestData } from '../support/test-data.ts';

describe.skipIf(!hasTestData)('dragoman models', { timeout: 600_000 }, () => {
  let registry: RegistryServer;
  let folder: string;
  beforeAll(async () => {
    registry = await startModelRegistry();
  });
  afterAll(() => registry?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-library-'));
    registry.sentBytes = 0;
    registry.asked.length = 0;
  });
  afterEach(async () => {
    registry.cutAfter = undefined;
    registry.onCut = undefined;
    await rm(folder, { recursive: true });
  });

  const models = (...args: string[]) =>
    runDragoman(['models', ...args, '--models', folder], {
      DRAGOMAN_MODEL_REGISTRY: registry.publicList,
    });

  const staging = () => join(folder, '.pull-en-de.tiny');

  function bytesOfGerman(): number {
    const files = [...registry.packed].filter(([path]) => path.includes('ende') && path.endsWith('.gz'));
    return files.reduce((sum, [, content]) => sum + content.length, 0);
  }

  async function expectWholeIn(name: string, files: number): Promise<void> {
    const names = (await readdir(join(folder, name))).filter((file) => file !== 'manifest.json');
    expect(names).toHaveLength(files);
    for (const file of names) {
      const content = await readFile(join(folder, name, file));
      expect(registry.plain.get(file)?.equals(content), file).toBe(true);
    }
  }

  /** And nothing else is left. */
  async function expectWhole(name: string, files: number): Promise<void> {
    await expectWholeIn(name, files);
    expect(await readdir(folder)).toEqual([name]);
  }

  test('list, pull, verify and remove', async () => {
    expect((await models('list', '--available')).stdout).toMatch(
      /en-de +tiny +7\.2 MB +330 MB memory +300 words\/s +no published score .* release +default\nen-es +base/,
    );
    expect((await models('pull', 'en-de')).stdout).toMatch(/en-de +tiny +9\.4 MB/);
    await expectWhole('en-de', 3);
    expect((await models('list')).stdout).toMatch(/^en-de +tiny +7\.2 MB .* licence unknown +127\.0\.0\.1:/);
    expect((await models('verify')).code).toBe(0);
    const broken = join(folder, 'en-de', 'vocab.ende.spm');
    const content = await readFile(broken);
    content[1_000] = (content[1_000] ?? 0) ^ 1;
    await writeFile(broken, content);
    const verified = await models('verify');
    expect([verified.code, verified.stdout]).toEqual([
      1,
      expect.stringContaining('vocab.ende.spm is damaged'),
    ]);
    expect((await models('pull', 'en-de')).code).toBe(0);
    expect((await models('verify')).code).toBe(0);
    registry.asked.length = 0;
    expect((await models('pull', 'en-de')).stdout).toMatch(/en-de +tiny +9\.4 MB +already installed/);
    expect(registry.asked).toEqual([]);
    expect((await models('remove', 'en-de')).code).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    expect((await models('remove', 'en-de')).stderr).toContain('There is no model en-de');
  });

  test('what another try left goes with the model, and never into its place', async () => {
    await mkdir(staging(), { recursive: true });
    await writeFile(join(staging(), 'model.another.bin'), 'of a model that had other files');
    expect((await models('pull', 'en-de')).code).toBe(0);
    await expectWhole('en-de', 3);
    await writeFile(join(folder, 'en-de', 'manifest.json'), '');
    expect((await models('list')).stdout).toMatch(/^en-de +unknown/);
    const verified = await models('verify');
    expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('no manifest')]);
    for (const left of ['.pull-en-de.base', '.old-en-de']) await mkdir(join(folder, left));
    expect((await models('remove', 'en-de')).code).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  function startPull(env: Record<string, string> = {}): ChildProcess {
    return spawn(executable, ['models', 'pull', 'en-de', '--models', folder], {
      env: { ...process.env, DRAGOMAN_MODEL_REGISTRY: registry.publicList, ...env },
      stdio: 'ignore',
    });
  }

  /** For a try that nobody kills: the gate runs it among others in one process. */
  const pull = async () => (await models('pull', 'en-de')).code;

  /** How it ended: by itself, or by a signal. */
  async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? signal;
  }

  /** How much of each file is here. */
  async function arrived(): Promise<Map<string, number>> {
    const files = (await readdir(staging()).catch(() => [])).filter((file) => file.endsWith('.gz'));
    const sizes = files.map(async (file) => [file, (await stat(join(staging(), file))).size] as const);
    return new Map(await Promise.all(sizes));
  }

  test.each([
    ['connection is cut', 1],
    ['process is killed', 'SIGKILL'],
  ])(
    'where the %s at random points, it goes on where it ended, to the same bytes',
    { timeout: 600_000 },
    async (_, ending) => {
      const interruptions = isLong ? 20 : 2;
      let seed = 7;
      const random = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      registry.cutAfter = () => Math.floor(1_000 + random() * (bytesOfGerman() / 14));
      let resumed = 0;
      /** Not a byte that is here comes again, however much was on its way at the cut. */
      const expectNothingTwice = (before: Map<string, number>) => {
        for (const { file, from } of registry.asked.splice(0)) {
          expect([file, from]).toEqual([file, before.get(file) ?? 0]);
          if (from > 0) resumed++;
        }
      };
      for (let interruption = 0; interruption < interruptions; interruption++) {
        const before = await arrived();
        const child = ending === 'SIGKILL' ? startPull() : undefined;
        registry.onCut = async (cutConnection, file) => {
          // Every second time a part of this file is sure to have arrived; else it may still be on its way.
          const sizeBefore = before.get(file) ?? 0;
          while (interruption % 2 === 0 && ((await arrived()).get(file) ?? 0) <= sizeBefore)
            await setTimeout(5);
          if (child === undefined) cutConnection();
          else child.kill('SIGKILL');
        };
        expect(await (child === undefined ? pull() : endOf(child))).toBe(ending);
        expect(await readdir(folder)).not.toContain('en-de');
        expectNothingTwice(before);
      }
      registry.cutAfter = undefined;
      const before = await arrived();
      expect(await pull()).toBe(0);
      expectNothingTwice(before);
      expect(resumed).toBeGreaterThanOrEqual(interruptions / 2);
      await expectWhole('en-de', 3);
    },
  );

  test('killed before any change that it makes to the folder, it leaves what was there, and the next try completes it', {
    timeout: 600_000,
  }, async () => {
    expect(await pull()).toBe(0);
    const [path = '', content = Buffer.alloc(0)] = [...registry.packed][0] ?? [];
    const pullUntil = async (step: number) => {
      // Without its manifest, the model that is there is replaced. Between two renames it is aside.
      const place = (await readdir(folder)).includes('en-de') ? 'en-de' : '.old-en-de';
      await writeFile(join(folder, place, 'manifest.json'), '');
      // An earlier try got through half of a file.
      await mkdir(staging(), { recursive: true });
      await writeFile(join(staging(), basename(path)), content.subarray(0, content.length / 2));
      await writeFile(join(staging(), `${basename(path)}.tag`), tagOf(content));
      const child = startPull({
        NODE_OPTIONS: `--import=${new URL('../support/kill-at-step.ts', import.meta.url).href}`,
        KILL_AT_STEP: String(step),
        KILL_FOLDER: folder,
      });
      return endOf(child);
    };
    let points = 0;
    let ending = await pullUntil(1);
    for (let step = 1; ending === 'SIGKILL'; ending = await pullUntil(step)) {
      points++;
      // Between two renames it is aside.
      const place = (await readdir(folder)).includes('en-de') ? 'en-de' : '.old-en-de';
      await expectWholeIn(place, 3);
      if (isLong) {
        expect(await pull(), `after step ${step}`).toBe(0);
        await expectWhole('en-de', 3);
      }
      step += isLong ? 1 : 12;
    }
    // It ended before it came to this step.
    expect(ending).toBe(0);
    expect(points).toBeGreaterThanOrEqual(isLong ? 25 : 2);
    expect(await pull()).toBe(0);
    await expectWhole('en-de', 3);
  });

  longTest('of two at once one waits for another time, and does the other no harm', async () => {
    const endings = await Promise.all([startPull(), startPull()].map(endOf));
    // The second one may come after the first has ended.
    expect(endings).toContain(0);
    for (const ending of endings) expect([0, 1]).toContain(ending);
    await expectWhole('en-de', 3);
    await using _held = await lockFolder(folder);
    for (const command of ['pull', 'remove']) {
      const { code, stderr } = await models(command, 'en-de');
      expect([code, stderr]).toEqual([1, expect.stringContaining('Another dragoman models pull')]);
    }
  });

  longTest('a terminal shows how far it is, file by file, and a pipe gets no bars', async () => {
    const env = { ...process.env, DRAGOMAN_MODEL_REGISTRY: registry.publicList };
    const command = `"${executable}" models pull en-de --models "${folder}"`;
    const { stdout: terminal } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env });
    for (const file of ['model.ende.intgemm.alphas.bin', 'lex.100.100.ende.s2t.bin', 'vocab.ende.spm']) {
      expect(terminal).toMatch(new RegExp(`${file} \\S+ 100 %`));
    }
    // The cursor is there again.
    expect(terminal.lastIndexOf('\u001b[?25h')).toBeGreaterThan(terminal.lastIndexOf('\u001b[?25l'));
    // Otherwise nothing would be downloaded.
    expect((await models('remove', 'en-de')).code).toBe(0);
    const piped = await models('pull', 'en-de');
    await expectWhole('en-de', 3);
    expect(piped.stdout + piped.stderr).not.toContain('%');
  });

  test.each(sample(['vocab.ende.spm', 'model.ende.intgemm.alphas.bin'], 1))(
    'a flipped bit in %s is refused, and named',
    async (name) => {
      const path = [...registry.packed.keys()].find((each) => each.endsWith(`${name}.gz`)) ?? '';
      const good = registry.packed.get(path) ?? Buffer.alloc(0);
      const bad = Buffer.from(good);
      bad[100_000] = (bad[100_000] ?? 0) ^ 4;
      registry.packed.set(path, bad);
      const failed = await models('pull', 'en-de');
      expect([failed.code, failed.stderr]).toEqual([
        1,
        expect.stringContaining(`The download of ${name} is damaged`),
      ]);
      expect(await readdir(folder)).not.toContain('en-de');
      registry.packed.set(path, good);
      expect((await models('pull', 'en-de')).code).toBe(0);
      await expectWhole('en-de', 3);
    },
  );

  test('a file that changes while it is fetched is fetched anew', async () => {
    registry.cutAfter = () => 500_000;
    expect((await models('pull', 'en-de')).code).toBe(1);
    registry.cutAfter = undefined;
    const path = [...registry.packed.keys()].find((each) => each.includes('model.ende')) ?? '';
    const good = registry.packed.get(path) ?? Buffer.alloc(0);
    // The same content, packed by another.
    registry.packed.set(
      path,
      gzipSync(registry.plain.get('model.ende.intgemm.alphas.bin') ?? '', { level: 2 }),
    );
    expect((await models('pull', 'en-de')).code).toBe(0);
    await expectWhole('en-de', 3);
    registry.packed.set(path, good);
  });

  /** Cuts the connection after so many bytes, once a part of them is in this file. */
  function cutWithinFile(path: string, bytes: number): void {
    const sizeOf = () =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      );
    registry.cutAfter = () => bytes;
    registry.onCut = async (cutConnection) => {
      while ((await sizeOf()) === 0) await setTimeout(5);
      cutConnection();
    };
  }

  test('from the list that Firefox reads, continued after a cut', async () => {
    const part = join(staging(), 'model.ende.intgemm.alphas.bin.zst');
    cutWithinFile(part, 1_000_000);
    const args = ['pull', 'en-de', '--registry', registry.remoteSettings];
    expect((await models(...args)).stderr).toContain('what is already downloaded is kept');
    registry.cutAfter = undefined;
    registry.asked.length = 0;
    const { size } = await stat(part);
    expect((await models(...args)).code).toBe(0);
    expect(registry.asked[0]).toEqual({ file: basename(part), from: size });
    await expectWhole('en-de', 3);
    expect((await models('verify', 'en-de')).code).toBe(0);
  });

  test.each(sample(['publicList', 'remoteSettings'] as const, 1))(
    'a mirror of the registry %s serves a machine without internet access',
    async (list) => {
      const mirror = await mkdtemp(join(tmpdir(), 'dragoman-mirror-'));
      const args = ['models', 'mirror', mirror, 'en-es', 'en-de', '--registry', registry[list]];
      const compression = list === 'publicList' ? 'gz' : 'zst';
      const name = `model.random.enes.intgemm.alphas.bin.${compression}`;
      const part = join(mirror, '.mirror-en-es.base', name);
      cutWithinFile(part, 500_000);
      expect((await runDragoman(args, {})).code).toBe(1);
      registry.cutAfter = undefined;
      registry.asked.length = 0;
      const { size } = await stat(part);
      expect((await runDragoman(args, {})).stdout).toMatch(/en-es +base .*\nen-de +tiny/);
      expect(registry.asked[0]).toEqual({ file: name, from: size });
      registry.sentBytes = 0;
      expect((await runDragoman(args, {})).code).toBe(0);
      expect((await models('pull', 'en-de', '--registry', mirror)).code).toBe(0);
      expect(registry.sentBytes).toBe(0);
      await expectWhole('en-de', 3);
      await rm(mirror, { recursive: true });
    },
  );

  longTest('from a folder that was brought along, without a server', async () => {
    const brought = await mkdtemp(join(tmpdir(), 'dragoman-brought-'));
    await registry.writeTo(brought);
    expect((await models('pull', 'en-es', '--registry', brought)).code).toBe(0);
    expect(registry.sentBytes).toBe(0);
    await expectWhole('en-es', 3);
    await rm(brought, { recursive: true });
  });

  test('a full disk is named, and what is there already is kept', async () => {
    // No file over two megabytes, as if there were no more room.
    const command = `ulimit -f 2000; exec "${executable}" models pull en-de --models "${folder}"`;
    const env = { ...process.env, DRAGOMAN_MODEL_REGISTRY: registry.publicList };
    const failed = promisify(execFile)('bash', ['-c', command], { env });
    await expect(failed).rejects.toThrow(/There is not enough space in .* for model\.ende/);
    const before = registry.sentBytes;
    expect((await models('pull', 'en-de')).code).toBe(0);
    expect(registry.sentBytes - before).toBeLessThan(bytesOfGerman() - 1_900_000);
    await expectWhole('en-de', 3);
  });

  test('what is no pair, not in the registry or not of this kind is refused', async () => {
    expect((await models('pull', '../en-de')).stderr).toContain('is not a language pair');
    expect((await models('remove', '..')).stderr).toContain('is not a language pair');
    expect((await models('pull', 'en-fr')).stderr).toContain('The registry has no model en-fr');
    expect((await models('pull', 'en-de', '--architecture', 'base')).stderr).toContain(
      'has en-de only with the architecture tiny',
    );
    const remote = await models('pull', 'en-de', '--registry', 'http://192.0.2.1/db/models.json');
    expect([remote.code, remote.stderr]).toEqual([1, expect.stringContaining('only for this machine')]);
    const away = await models('pull', 'en-de', '--registry', 'http://127.0.0.1:1/db/models.json');
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
  });
});
