/**
 * Everything at once for half an hour: short calls and long ones, pairs with and without a pivot, detection, repeated
 * texts, refusals, clients that hang up, reads of usage and glossaries. Afterwards no process may be larger than before.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { readFlores } from '../quality/flores.ts';
import { bearer, call, post, translate } from '../support/api-client.ts';
import { isLong } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { pipelineGroups, residentMemoryMib, residentMemoryOf } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const durationMs = isLong ? 30 * 60_000 : 15_000;
const warmUpMs = isLong ? 6 * 60_000 : 5_000;
/** Busy, and not so busy that calls are shed: that is another test. */
const pauseMs = 40;
const sampleEveryMs = isLong ? 5_000 : 500;

const context = useServerProcess({
  DRAGOMAN_LOG_LEVEL: 'error',
  // Full before the measured part begins: a cache that fills is not a leak.
  DRAGOMAN_CACHE_MB: '4',
});
const sentences = readFlores('flores-dev');
const keys: string[] = [];
beforeAll(async () => {
  for (let i = 0; i < 3; i++) {
    const team = await createTeamForLoad(context.env);
    const scopes = 'translate,keys,usage,glossaries';
    keys.push((await createKey(context.env, team, scopes)).plain);
  }
});

const pairs = [
  ['en', 'ES'],
  ['es', 'CA'],
  ['es', 'PT'],
  ['fr', 'ES'],
  ['en', 'FR'],
] as const;

function sentence(language: string, n: number): string {
  const lines = sentences.get(language) ?? [];
  return `${lines[n % lines.length]} ${n}`;
}

/** By turns; each ends with the status that is right for it. */
const calls: readonly ((key: string, n: number) => Promise<boolean>)[] = [
  async (key, n) => {
    const [source, target] = pairs[n % pairs.length] ?? pairs[0];
    const body = { text: [sentence(source, n)], source_lang: source, target_lang: target };
    return (await translate(context.server.url, key, body)).status === 200;
  },
  async (key, n) => {
    const [source, target] = pairs[n % pairs.length] ?? pairs[0];
    const text = Array.from({ length: 32 }, (_, i) => sentence(source, n * 32 + i));
    return (await translate(context.server.url, key, { text, target_lang: target })).status === 200;
  },
  async (key) =>
    (await translate(context.server.url, key, { text: ['The house is big.'], target_lang: 'ES' })).status ===
    200,
  async () =>
    (await translate(context.server.url, 'svc_live_none', { text: ['a'], target_lang: 'ES' })).status === 401,
  async (key) => (await translate(context.server.url, key, { text: [], target_lang: 'ES' })).status === 400,
  async (key) =>
    (await call(`${context.server.url}/v1/usage?group_by=day,key`, { headers: bearer(key) })).status === 200,
  async (key, n) => {
    const glossary = {
      name: `glossary ${n}`,
      dictionaries: [
        { source_lang: 'en', target_lang: 'es', entries: [{ source: 'house', target: 'casa' }] },
      ],
    };
    const made = await post<{ id: string }>(
      `${context.server.url}/v1/glossaries`,
      bearer(key),
      JSON.stringify(glossary),
    );
    const gone = await call(`${context.server.url}/v1/glossaries/${made.body.id}`, {
      method: 'DELETE',
      headers: bearer(key),
    });
    return made.status === 201 && gone.status === 204;
  },
  async (key, n) => {
    const hangUp = fetch(`${context.server.url}/v1/translate`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ text: [sentence('en', n)], target_lang: 'ES' }),
      signal: AbortSignal.timeout(1 + (n % 10)),
    });
    return hangUp.then(
      async (response) => (await response.text()) !== '' && response.status === 200,
      () => true,
    );
  },
];

interface Sample {
  readonly atMs: number;
  /** In MiB: the server, and all stages of all its pipelines, which are renewed now and then. */
  readonly server: number;
  readonly pipelines: number;
  readonly groups: readonly number[];
}

function sample(startedMs: number): Sample {
  const groups = pipelineGroups(context.server.pid);
  return {
    atMs: performance.now() - startedMs,
    server: residentMemoryMib(context.server.pid),
    pipelines: residentMemoryOf([...groups.values()].flat()),
    groups: [...groups.keys()],
  };
}

test('half an hour of mixed load leaves every process as large as it was', {
  timeout: durationMs + 60_000,
}, async () => {
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs > durationMs;
  const wrong: number[] = [];
  let made = 0;
  const caller = async (number: number) => {
    for (let n = number; !isOver(); n += 8) {
      const kind = made++ % calls.length;
      if (!(await calls[kind]?.(keys[n % keys.length] ?? '', n))) wrong.push(kind);
      await delay(pauseMs);
    }
  };
  const samples: Sample[] = [];
  const sampler = async () => {
    while (!isOver()) {
      samples.push(sample(startedMs));
      await delay(sampleEveryMs);
    }
  };
  await Promise.all([sampler(), ...Array.from({ length: 8 }, (_, i) => caller(i))]);

  const measured = samples.filter(({ atMs }) => atMs > warmUpMs);
  const fifth = Math.max(1, Math.floor(measured.length / 5));
  const growth = (of: (sample: Sample) => number) => {
    const [early, late] = [measured.slice(0, fifth), measured.slice(-fifth)].map((part) =>
      median(part.map(of)),
    );
    return { early: Math.round(early ?? 0), late: Math.round(late ?? 0), ratio: (late ?? 0) / (early ?? 1) };
  };
  const server = growth((each) => each.server);
  const pipelines = growth((each) => each.pipelines);
  const atOnce = Math.max(...samples.map(({ groups }) => groups.length));
  const inAll = new Set(samples.flatMap(({ groups }) => groups)).size;
  process.stdout.write(
    `soak mixed-load ${JSON.stringify({ minutes: durationMs / 60_000, calls: made, wrong: wrong.length, server, pipelines, atOnce, inAll })}\n`,
  );
  expect(wrong).toEqual([]);
  expect(atOnce).toBeGreaterThan(3);
  if (!isLong) return;
  expect(server.ratio).toBeLessThan(1.05);
  expect(pipelines.ratio).toBeLessThan(1.05);
});
