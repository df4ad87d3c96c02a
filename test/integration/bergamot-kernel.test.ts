/** The own kernel gives the same translations as the functions inside Bergamot's WASM. */
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { isLong, longTest, sample, scale } from '../support/long-form.ts';
import { observeWasm } from '../support/observe-wasm.ts';
import { quietLogger } from '../support/pool.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';
import { translateInChild } from '../support/translate-in-child.ts';

const { en, expected } = hasTestData ? readHelpSentences() : { en: [], expected: [] };
const forever = new AbortController().signal;

/** Other processors get the built-in functions. */
const isX64 = process.arch === 'x64';

/** The words of a command that starts a Node for ARM64: docs/evidence/engines.md#the-kernel-on-other-processors. */
const arm64Node = process.env.DRAGOMAN_TEST_ARM64_NODE?.split(' ');

describe.skipIf(!hasTestData || !isX64)('the own kernel', { timeout: 1_200_000 }, () => {
  let folder: ModelsFolder;
  beforeAll(async () => {
    folder = await makeModelsFolder(['en-es']);
    shared = [await openWith('own', folder.path), await openWith('builtin', folder.path)];
  });
  afterAll(async () => {
    for (const engine of shared) await engine.close();
    await folder?.[Symbol.asyncDispose]();
  });

  /** With the functions of each, for tests that need no engine of their own. */
  let shared: readonly Engine[] = [];

  async function openWith(kernel: 'own' | 'builtin', models: string): Promise<Engine> {
    const engine = await openBergamotEngine({
      ...{ id: 'bergamot', models, workers: 1, kernel, logger: quietLogger },
    });
    expect(engine.kernel).toBe(kernel);
    return engine;
  }

  type Ask = (texts: readonly string[], options?: { target?: string; isHtml?: boolean }) => Promise<string[]>;

  /** Runs the work with each of the two, and returns both results. */
  async function withBoth<T>(
    engines: readonly Engine[],
    work: (ask: Ask, engine: Engine) => Promise<T>,
  ): Promise<[T, T]> {
    const results: T[] = [];
    for (const engine of engines) {
      const ask: Ask = (texts, { target = 'de', isHtml = false } = {}) =>
        engine.translate(
          { source: 'en', target, texts, ...(isHtml && { options: { markup: 'html' } }) },
          forever,
        );
      results.push(await work(ask, engine));
    }
    const [own, builtin] = results as [T, T];
    return [own, builtin];
  }

  async function withNew<T>(models: string, work: (ask: Ask, engine: Engine) => Promise<T>): Promise<[T, T]> {
    const engines = [await openWith('own', models), await openWith('builtin', models)];
    const results = await withBoth(engines, work);
    for (const engine of engines) await engine.close();
    return results;
  }

  test('translates help sentences as the built-in functions do', async () => {
    const count = scale(24, 1_000);
    const [own, builtin] = await withBoth(shared, (ask) => ask(en.slice(0, count)));
    expect(own).toEqual(builtin);
    expect(own).toEqual(expected.slice(0, count));
  });

  test('translates HTML as they do', async () => {
    const lines = en.slice(0, scale(8, 300)).map((line) => {
      const [first = '', ...rest] = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split(' ');
      return `<p>${[`<b>${first}</b>`, ...rest].join(' ')}</p>`;
    });
    const [own, builtin] = await withBoth(shared, (ask) => ask(lines, { isHtml: true }));
    expect(own).toEqual(builtin);
    expect(own.filter((answer) => /<b>.*<\/b>/s.test(answer)).length).toBe(lines.length);
  });

  longTest('gives the same answers while its memory grows', async () => {
    const [own, builtin] = await withNew(folder.path, async (ask, engine) => {
      const sizes: number[] = [];
      const answers: string[][] = [];
      for (const target of ['de', 'es', 'de']) {
        answers.push(await ask(en.slice(0, 8), { target }));
        sizes.push(engine.memory?.().bytes ?? 0);
      }
      expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
      expect(answers[2]).toEqual(answers[0]);
      return answers;
    });
    expect(own).toEqual(builtin);
    expect(own[0]).toEqual(expected.slice(0, 8));
  });

  test.each(sample(['tiny', 'base-memory', 'base'], 1))(
    'translates with the widths of %s as they do',
    async (name) => {
      const source = join(dataFolder, 'bergamot-architectures', name);
      const linesOf = (file: string) => readFileSync(join(source, file), 'utf8').trimEnd().split('\n');
      const models = await mkdtemp(join(tmpdir(), 'dragoman-architecture-'));
      await cp(source, join(models, 'en-de'), { recursive: true });
      const [own, builtin] = await withNew(models, (ask) => ask(linesOf('sentences.en')));
      expect(own).toEqual(builtin);
      expect(own).toEqual(linesOf('expected.txt'));
      await rm(models, { recursive: true });
    },
  );

  const processors: [flags: string[], kernel: string][] = [
    // The processor then lacks instructions that the kernel relies on.
    [['--no-enable-avx'], 'builtin'],
    [['--no-enable-avx-vnni'], 'own'],
    [['--liftoff-only'], 'own'],
  ];

  test.each(sample(processors, 1))(
    'with %j gives the same answers, or leaves them to the built-in functions',
    async (flags, kernel) => {
      const count = scale(4, 200);
      const answer = await translateInChild({ models: folder.path, texts: en.slice(0, count) }, { flags });
      expect(answer.kernel).toBe(kernel);
      expect(answer.texts).toEqual(expected.slice(0, count));
    },
  );

  if (isLong) {
    const refusing = [
      { name: 'x64 without AVX', flags: ['--no-enable-avx', '--liftoff-only'] },
      ...(arm64Node === undefined ? [] : [{ name: 'ARM64', node: arm64Node }]),
    ];

    test.each(refusing)('is refused on $name, where it would give other translations', async (child) => {
      const question = { models: folder.path, texts: en.slice(0, 50) };
      const answer = await translateInChild(question, child);
      expect(answer.kernel).toBe('builtin');
      expect(answer.texts).toEqual(expected.slice(0, 50));

      const forced = await observeWasm({ ...question, name: 'en-de', isKernelForced: true }, child);
      const same = forced.filter((each, i) => each.answer === expected[i]).length;
      process.stderr.write(`[kernel] ${child.name}, without the self-test: ${same} of 50 are the same\n`);
      expect(same).toBeLessThan(50);
    });
  }
});
