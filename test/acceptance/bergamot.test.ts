/** Neural translation over HTTP, with a small real model for English to German. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultOf } from '../../src/translate/guard/translation-plausibility.ts';
import { chrf } from '../quality/chrf.ts';
import { translate } from '../support/api-client.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { type Env, runDragoman } from '../support/command-line.ts';
import { isLong, longTest } from '../support/long-form.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

describe.skipIf(!hasTestData)('Bergamot', { timeout: 600_000 }, () => {
  const database = useTestDatabase();
  const { en, de, expected } = hasTestData ? readHelpSentences() : { en: [], de: [], expected: [] };
  let folder: ModelsFolder;
  let env: Env;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    folder = await makeModelsFolder();
    const config = join(folder.path, 'dragoman.yaml');
    await writeFile(config, `engines:\n  apertium: {}\n  bergamot: { models: "${folder.path}" }\n`);
    // Without a cache, so that every answer is the engine's.
    env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, DRAGOMAN_CACHE_MB: '0' };
    key = (await createKey(env, await createTeamForLoad(env), 'translate,usage')).plain;
    server = await openServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await folder?.[Symbol.asyncDispose]();
  });

  const toGerman = async (text: readonly string[], source = 'EN'): Promise<string[]> => {
    const { status, body } = await translate(server.url, key, {
      text,
      source_lang: source,
      target_lang: 'DE',
      // As the bare engine gets them.
      placeholders: 'none',
    });
    // What counts is that a text has one translation; a machine that is busy with others may be too slow for it at first.
    if (status === 503 && !isLong) return toGerman(text, source);
    expect(status).toBe(200);
    return body.translations.map((translation) => translation.text);
  };

  test('"Save the document before you close the window." to DE', async () => {
    expect(await toGerman(['Save the document before you close the window.'])).toEqual([
      'Speichern Sie das Dokument vor dem Schließen des Fensters.',
    ]);
  });

  /** Counted from 0. What the model makes of these is no translation, so the guard asks for them again, in pieces. */
  const loops = [86, 117, 613, 779];
  const isLoop = (line: number, answer: string) =>
    faultOf(en[line] ?? '', answer, { source: 'en', target: 'de' }) === 'repetition';

  test('the model loops on four of the sentences', () => {
    expect([...en.keys()].filter((line) => isLoop(line, expected[line] ?? ''))).toEqual(loops);
  });

  /** As the bare WASM has each of them alone, but for the loops. */
  const expectSame = (answers: readonly string[], from: number) => {
    const isUnlike = (line: number) =>
      loops.includes(line)
        ? isLoop(line, answers[line - from] ?? '')
        : answers[line - from] !== expected[line];
    expect([...answers.keys()].map((i) => from + i).filter(isUnlike)).toEqual([]);
  };

  // The 1,000 sentences are 81,000 characters, 15 s on two quiet cores: on a busy machine, too much for one call's deadline.
  const sizes = isLong ? [1, 64, 1_000] : [32];
  test.each(sizes.map((size) => [size, isLong ? 1_000 : 64] as const))(
    'calls of %i texts come back as the bare WASM has them',
    async (size, count) => {
      const answers: string[] = [];
      for (let i = 0; i < count; i += size) answers.push(...(await toGerman(en.slice(i, i + size))));
      expectSame(answers.slice(0, count), 0);
      if (count < en.length) return;
      // The bare engine's 64.6, and a little more: what the guard asks for again is better than a loop.
      expect(chrf(expected, de)).toBeCloseTo(64.6, 1);
      expect(chrf(answers, de) - chrf(expected, de)).toBeCloseTo(0.1, 1);
    },
  );

  longTest('and so do calls from 32 connections at once', async () => {
    const connections = 32;
    const count = isLong ? 1_000 : 96;
    const lines = [...en.keys()].slice(-count);
    const answers = new Map<number, string>();
    const connection = async () => {
      for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
        const [answer = ''] = await toGerman([en[line] ?? '']);
        answers.set(line, answer);
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    const sorted = [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer);
    expectSame(sorted, en.length - count);
  });

  test('Spanish goes over English by two engines, and the usage names both', async () => {
    const [answer] = await toGerman(['Cierre el documento.'], 'ES');
    expect(answer).toMatch(/Dokument/);
    const response = await fetch(`${server.url}/v1/usage?group_by=source_lang,engine`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { usage } = (await response.json()) as { usage: { source_lang: string; engine: string }[] };
    expect(usage).toContainEqual(
      expect.objectContaining({ source_lang: 'ES', engine: 'apertium+bergamot', characters: 20, texts: 1 }),
    );
  });

  test('doctor and a metric say which kernel multiplies', async () => {
    const [name, words] =
      process.arch === 'x64' ? ['own', 'own kernel'] : ['builtin', 'built-in fallback, slower'];
    expect((await runDragoman(['doctor'], env)).stdout).toContain(`1 pair, ${words}`);
    const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
    expect(metrics).toContain(`dragoman_engine_kernel{engine="bergamot",kernel="${name}"} 1`);
    const config = join(folder.path, 'builtin.yaml');
    await writeFile(config, `engines:\n  bergamot: { models: "${folder.path}", kernel: builtin }\n`);
    const { stdout } = await runDragoman(['doctor'], { ...env, DRAGOMAN_CONFIG: config });
    expect(stdout).toContain('1 pair, built-in fallback, slower');
  });

  test('doctor says what is there, and what is missing', async () => {
    expect((await runDragoman(['doctor'], env)).stdout).toMatch(/ok +engine bergamot +1 pair/);
    const config = join(folder.path, 'empty.yaml');
    await writeFile(config, `engines:\n  bergamot: { models: "${folder.path}/en-de" }\n`);
    const { stdout, code } = await runDragoman(['doctor'], { ...env, DRAGOMAN_CONFIG: config });
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED +engine bergamot +no models in .*\n.*docs\/run\/engines\.md/);
  });
});
