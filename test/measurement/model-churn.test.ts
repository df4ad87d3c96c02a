/**
 * Twenty neural models in memory for five, all of them asked for all the time: models come and go under load, no call
 * fails, and neither the budget nor the process grows.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, translate } from '../support/api-client.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import type { Env } from '../support/command-line.ts';
import { isLong } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { residentMemoryMib } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

const durationMs = isLong ? 30 * 60_000 : 10_000;
/** All in Latin letters, as the noise of the synthetic weights is. */
const targets = 'es fr it pt nl pl cs sv da fi hr hu ro tr et lv lt sk sl'.split(' ');
/** Five times what one of these models takes in a thread. */
const memoryMb = 2_320;
const callers = 6;
/** The synthetic weights give noise, and most of it is no translation, which a call is refused for. Of these it may be one. */
const words = ['Save', 'House', 'Print'];

interface Sample {
  readonly atMs: number;
  readonly residentMb: number;
  readonly wasmMb: number;
  readonly loaded: readonly string[];
}

describe.skipIf(!hasTestData)('twenty models in room for five', { timeout: durationMs + 120_000 }, () => {
  const database = useTestDatabase();
  const { en, expected } = hasTestData ? readHelpSentences() : { en: [], expected: [] };
  let folder: ModelsFolder;
  let server: ServerProcess;
  let key: string;

  beforeAll(async () => {
    folder = await makeModelsFolder(targets.map((target) => `en-${target}`));
    const config = join(folder.path, 'dragoman.yaml');
    const engine = `{ models: "${folder.path}", workers: 2, memory_mb: ${memoryMb} }`;
    await writeFile(config, `engines:\n  bergamot: ${engine}\n`);
    const env: Env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, DRAGOMAN_CACHE_MB: '0' };
    key = (await createKey(env, await createTeamForLoad(env))).plain;
    server = await startServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await folder?.[Symbol.asyncDispose]();
  });

  const ask = (text: string, target: string) =>
    translate(server.url, key, { text: [text], source_lang: 'EN', target_lang: target });

  async function sample(startedMs: number): Promise<Sample> {
    const { body } = await call<{ checks: { detail: string }[] }>(`${server.opsUrl}/ready`);
    const details = body.checks.map(({ detail }) => detail).join('\n');
    const [, wasmMb, loaded = ''] = /threads, (\d+) MB, loaded: (.*)/.exec(details) ?? [];
    return {
      atMs: performance.now() - startedMs,
      residentMb: residentMemoryMib(server.pid),
      wasmMb: Number(wasmMb),
      loaded: loaded.split(', ').filter((name) => name !== 'none'),
    };
  }

  test('every call is answered, within the budget, and nothing grows', async () => {
    const startedMs = performance.now();
    const isOver = () => performance.now() - startedMs > durationMs;
    const failures: { status: number; target: string; body: unknown }[] = [];
    const latenciesMs: number[] = [];
    const wrong: string[] = [];
    const caller = async (number: number) => {
      for (let n = number; !isOver(); n += 7) {
        // One in five is for the model whose answers are known.
        const isKnown = n % 5 === 0;
        const line = n % 100;
        const target = isKnown ? 'de' : (targets[(n * 11) % targets.length] ?? '');
        const asked = performance.now();
        const { status, body } = await ask(
          isKnown ? (en[line] ?? '') : (words[n % words.length] ?? ''),
          target,
        );
        latenciesMs.push(performance.now() - asked);
        if (status !== 200) failures.push({ status, body, target });
        else if (isKnown && body.translations[0]?.text !== expected[line]) wrong.push(en[line] ?? '');
      }
    };
    const samples: Sample[] = [];
    const sampler = async () => {
      while (!isOver()) {
        await delay(1_000);
        samples.push(await sample(startedMs));
      }
    };
    await Promise.all([sampler(), ...Array.from({ length: callers }, (_, i) => caller(i))]);

    const changes = samples.filter(({ loaded }, i) => loaded.join() !== samples[i - 1]?.loaded.join()).length;
    const quarter = Math.floor(samples.length / 4);
    const early = median(samples.slice(quarter, 2 * quarter).map(({ residentMb }) => residentMb));
    const late = median(samples.slice(-quarter).map(({ residentMb }) => residentMb));
    report({
      minutes: Math.round(durationMs / 6_000) / 10,
      calls: latenciesMs.length,
      failed: failures.length,
      wrong: wrong.length,
      medianMs: Math.round(median(latenciesMs)),
      slowestMs: Math.round(Math.max(...latenciesMs)),
      models: new Set(samples.flatMap(({ loaded }) => loaded)).size,
      changesSeen: changes,
      mostWasmMb: Math.max(...samples.map(({ wasmMb }) => wasmMb)),
      residentMb: [early, late].map(Math.round),
      replacedThreads: Object.entries(
        Object.groupBy(server.log().match(/"reason":"[^"]*"/g) ?? [], (reason) => reason),
      ).map(([reason, all]) => `${all?.length} × ${reason}`),
    });
    expect(failures.slice(0, 3)).toEqual([]);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(changes).toBeGreaterThan(samples.length / 2);
    expect(new Set(samples.flatMap(({ loaded }) => loaded)).size).toBeGreaterThan(isLong ? 19 : 5);
    expect(Math.max(...samples.map(({ wasmMb }) => wasmMb))).toBeLessThanOrEqual(memoryMb);
    expect(Math.max(...samples.map(({ loaded }) => loaded.length))).toBeLessThanOrEqual(5);
    // A short run has hardly filled its memory at its first quarter.
    if (isLong) expect(late).toBeLessThan(early * 1.1);
  });
});

/** Figures for docs/evidence/engines.md. */
function report(figures: object): void {
  process.stdout.write(`soak model-churn ${JSON.stringify(figures)}\n`);
}
