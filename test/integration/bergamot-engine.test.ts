import { cp, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BergamotOptions, openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { chrf } from '../quality/chrf.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { isLong, longTest, sample, scale } from '../support/long-form.ts';
import { quietLogger } from '../support/pool.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';
import { testEngineContract } from './engine-contract.ts';
import { markerOf } from './misbehaving-bergamot-worker.ts';

const { en, de, expected } = hasTestData ? readHelpSentences() : { en: [], de: [], expected: [] };
const forever = new AbortController().signal;

let folder: ModelsFolder;
/** For tests that need no engine of their own: each thread of each loads the model again. */
let shared: Engine;
beforeAll(async () => {
  if (!hasTestData) return;
  folder = await makeModelsFolder(['en-es', 'en-fr', 'en-it', 'en-pt']);
  shared = await open();
});
afterAll(async () => {
  await shared?.close();
  await folder?.[Symbol.asyncDispose]();
});

const open = (options: Partial<BergamotOptions> = {}) =>
  openBergamotEngine({ id: 'bergamot', models: folder.path, workers: 2, logger: quietLogger, ...options });

async function using<T>(options: Partial<BergamotOptions>, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await open(options);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

const toGerman = (texts: readonly string[]) => ({ source: 'en', target: 'de', texts });

describe.skipIf(!hasTestData)('Bergamot', { timeout: 600_000 }, () => {
  // The contract asks for hundreds: short ones, and by a prime, so that callers who start at thousands ask for others.
  const short = [...en.keys()].toSorted((a, b) => (en[a]?.length ?? 0) - (en[b]?.length ?? 0)).slice(0, 31);
  const indexOf = (n: number) => short[n % short.length] ?? 0;
  testEngineContract('bergamot', {
    open,
    source: 'en',
    target: 'de',
    sentence: (n) => en[indexOf(n)] ?? '',
    translation: (n) => expected[indexOf(n)] ?? '',
    textsPerCaller: scale(2, 8),
    textsAtOnce: scale(64, 200),
  });

  // All of them only in the long form: the acceptance test has those before and after.
  const [from, to] = isLong ? [0, 1_000] : [256, 288];
  const [first, last] = isLong ? [150, 214] : [180, 204];

  test('sentences in one call come out as the bare WASM has each alone, as good as they were measured', async () => {
    expect(await shared.translate(toGerman(en.slice(from, to)), forever)).toEqual(expected.slice(from, to));
    expect(chrf(expected, de)).toBeCloseTo(64.6, 1);
  });

  test('a sentence has one translation, whatever else is asked at the same time', async () => {
    const sample = en.slice(first, last);
    const alone = Promise.all(sample.map((text) => shared.translate(toGerman([text]), forever)));
    const together = shared.translate(toGerman(sample), forever);
    expect((await alone).flat()).toEqual(expected.slice(first, last));
    expect(await together).toEqual(expected.slice(first, last));
  });

  longTest('a long text comes back with every line in its place', async () => {
    const lines = [...en.slice(0, 40), '', ...en.slice(40, 60)];
    await using({}, async (engine) => {
      const [answer] = await engine.translate(toGerman([lines.join('\n')]), forever);
      expect(answer?.split('\n')).toHaveLength(lines.length);
      expect(answer?.split('\n')[40]).toBe('');
    });
  });

  test('a short call is not kept waiting by a long one', async () => {
    await using({ workers: 1 }, async (engine) => {
      await engine.translate(toGerman(en.slice(0, 1)), forever);
      const order: string[] = [];
      const long = engine
        .translate(toGerman([en.slice(0, scale(16, 40)).join('\n')]), forever)
        .then(() => order.push('long'));
      const brief = engine.translate(toGerman(en.slice(0, 1)), forever).then(() => order.push('short'));
      await Promise.all([long, brief]);
      expect(order).toEqual(['short', 'long']);
    });
  });

  test('a folder without models says what to do, and an unknown pinned model or too little memory is refused', async () => {
    await using({ models: '/nonexistent' }, async (engine) => {
      expect(engine.pairs()).toEqual([]);
      expect((await engine.health()).healthy).toBe(false);
    });
    await expect(open({ pinned: ['en-xx'] })).rejects.toThrow(/Available: en-de, en-es/);
    await expect(open({ memoryMb: 100 })).rejects.toThrow(/memory_mb of at least 4\d\d/);
  });
});

const misbehaving = {
  workerFile: new URL('./misbehaving-bergamot-worker.ts', import.meta.url),
  // Of processor time; a thread that is not at work is waited for six times as long by the clock.
  portionPatienceMs: 1_000,
};

describe.skipIf(!hasTestData)('a thread', { timeout: 600_000 }, () => {
  afterAll(() => Promise.all(['hang', 'die', 'grow'].map((what) => rm(markerOf(what), { force: true }))));

  const allFaults = [
    ['It hangs once.', 'stopped responding'],
    ['It dies once.', 'exited unexpectedly'],
    ['It grows once.', 'exceeded its memory limit'],
  ] as const;
  const faults = sample(allFaults, 1);
  let clean: Map<string, string>;
  beforeAll(async () => {
    const texts = faults.map(([text]) => text);
    const answers = await shared.translate(toGerman(texts), forever);
    clean = new Map(texts.map((text, i) => [text, answers[i] ?? '']));
  });

  test.each(faults)('that gets "%s" is replaced, and no call is lost', async (text, reason) => {
    const reasons: unknown[] = [];
    const logger = { ...quietLogger, warn: (_: string, fields?: object) => reasons.push(fields) };
    await using({ ...misbehaving, logger }, async (engine) => {
      await Promise.all([0, 1].map(() => engine.translate(toGerman(['Save.']), forever)));
      const sentences = en.slice(0, scale(6, 12));
      const calls = sentences.map((sentence) => engine.translate(toGerman([sentence, text]), forever));
      const answers = await Promise.all(calls);
      expect(answers.map(([answer]) => answer)).toEqual(expected.slice(0, sentences.length));
      const own = new Set(answers.map(([, answer]) => answer));
      expect([...own]).toEqual([clean.get(text)]);
      expect(reasons).toEqual([expect.objectContaining({ engine: 'bergamot', reason })]);
    });
  });

  longTest('that hangs with a text every time takes that call down, and no other', async () => {
    await using(misbehaving, async (engine) => {
      await engine.translate(toGerman(en.slice(0, 2)), forever);
      const bad = engine.translate(toGerman([en[0] ?? '', 'It always hangs.']), forever);
      const good = en.slice(0, 12).map((sentence) => engine.translate(toGerman([sentence]), forever));
      await expect(bad).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
      expect((await Promise.all(good)).flat()).toEqual(expected.slice(0, 12));
    });
  });
});

describe.skipIf(!hasTestData)('a thread that the system does not give', { timeout: 120_000 }, () => {
  test('fails the calls that wait for it, and nothing else', async () => {
    const warnings: string[] = [];
    const logger = { ...quietLogger, warn: (message: string) => warnings.push(message) };
    // Node refuses it before there is a thread.
    await using({ workerFile: new URL('http://127.0.0.1/worker.js'), logger }, async (engine) => {
      const calls = [0, 1].map(() => engine.translate(toGerman(['Save.']), forever));
      for (const call of calls)
        await expect(call).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
      expect(warnings).toContain('a translation thread could not be started');
    });
  });
});

// A part without tests would be a failure.
if (isLong)
  describe.skipIf(!hasTestData)('a text that needs more memory than there is', { timeout: 120_000 }, () => {
    test('fails after three new threads, and no other with it, also where models are pinned', async () => {
      let replaced = 0;
      const logger = { ...quietLogger, warn: () => replaced++ };
      await using({ ...misbehaving, workers: 1, pinned: ['en-de'], logger }, async (engine) => {
        await engine.translate(toGerman(en.slice(0, 1)), forever);
        const bad = engine.translate(toGerman(['It always grows.']), forever);
        await expect(bad).rejects.toThrow('exceeded its memory limit');
        expect(await engine.translate(toGerman(en.slice(0, 4)), forever)).toEqual(expected.slice(0, 4));
        expect(replaced).toBeLessThanOrEqual(4);
      });
    });
  });

describe.skipIf(!hasTestData)('models', { timeout: 600_000 }, () => {
  // One that is pinned, one that comes twice, and one that takes its place in between.
  const targets = isLong ? ['de', 'es', 'fr', 'it', 'pt'] : ['de', 'es', 'fr'];

  longTest('come and go within the memory budget, and the pinned stay', async () => {
    await using({ workers: 1, memoryMb: 1_000, pinned: ['en-de'] }, async (engine) => {
      const ask = (target: string) =>
        engine.translate({ source: 'en', target, texts: ['The house is big.'] }, forever);
      const first = new Map<string, string[]>();
      for (const target of [...targets, ...targets.toReversed(), ...(isLong ? targets : [])]) {
        const answer = await ask(target);
        expect(answer).toEqual(first.get(target) ?? answer);
        first.set(target, answer);
        const { detail } = await engine.health();
        const [, megabytes, loaded] = /threads, (\d+) MB, loaded: (.*)/.exec(detail) ?? [];
        expect(Number(megabytes)).toBeLessThanOrEqual(1_000);
        const memory = engine.memory?.();
        expect([memory?.budget_bytes, Math.round((memory?.bytes ?? 0) / 1_000_000)]).toEqual([
          1_000_000_000,
          Number(megabytes),
        ]);
        expect(loaded?.split(', ')).toContain('en-de');
        expect(loaded?.split(', ')).toContain(`en-${target}`);
        expect(loaded?.split(', ').length).toBeLessThanOrEqual(2);
      }
    });
  });

  test('that are pinned have translated a text on every thread before the engine is open', async () => {
    const lines: string[] = [];
    const logger = { ...quietLogger, info: (message: string) => lines.push(message) };
    await using({ workers: 2, pinned: ['en-de'], logger }, async (engine) => {
      const { detail } = await engine.health();
      const megabytes = Number(/2 of 2 threads, (\d+) MB, loaded: en-de$/.exec(detail)?.[1]);
      // Each thread reports its memory with its first answer.
      expect(megabytes).toBeGreaterThan(2 * 300);
      expect(engine.models?.().find(({ name }) => name === 'en-de')?.loaded_by).toBe(2);
    });
    expect(lines).toEqual([expect.stringMatching(/^multiplications of a neural engine: /)]);
  });

  longTest('use their shortlists only if that is configured, and then have another version', async () => {
    const toSpanish = { source: 'en', target: 'es', texts: ['Save it.', 'Open the file.', 'Close it.'] };
    const versions = new Set<string>();
    for (const shortlist of [true, false]) {
      await using({ workers: 1, shortlist }, async (engine) => {
        versions.add(engine.version);
        const alone: string[] = [];
        for (const text of toSpanish.texts)
          alone.push(...(await engine.translate({ ...toSpanish, texts: [text] }, forever)));
        expect(await engine.translate(toSpanish, forever)).toEqual(alone);
      });
    }
    expect(versions.size).toBe(2);
  });

  test('that are broken, or were changed since the start, fail alone', async () => {
    const own = await makeModelsFolder();
    const copy = join(own.path, 'en-fr');
    await cp(join(dataFolder, 'bergamot-ende-help'), copy, { recursive: true });
    await truncate(join(copy, 'model.ende.intgemm.alphas.bin'), 1_000_000);
    const changing = join(own.path, 'en-it');
    await cp(join(dataFolder, 'bergamot-ende-help'), changing, { recursive: true });
    await using({ models: own.path, workers: 1 }, async (engine) => {
      await utimes(join(changing, 'vocab.ende.spm'), new Date(0), new Date(0));
      for (const target of ['fr', 'it']) {
        const call = engine.translate({ source: 'en', target, texts: ['Save it.'] }, forever);
        await expect(call).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
      }
      expect(await engine.translate(toGerman(en.slice(0, 3)), forever)).toEqual(expected.slice(0, 3));
    });
    await own[Symbol.asyncDispose]();
  });

  longTest(
    'that are pinned and were changed without a manifest since the start are not loaded into a new thread',
    async () => {
      const own = await mkdtemp(join(tmpdir(), 'dragoman-pinned-'));
      await cp(join(dataFolder, 'bergamot-ende-help'), join(own, 'en-de'), { recursive: true });
      await rm(markerOf('die'), { force: true });
      await using({ ...misbehaving, models: own, workers: 1, pinned: ['en-de'] }, async (engine) => {
        expect(await engine.translate(toGerman(['Save.']), forever)).toHaveLength(1);
        await utimes(join(own, 'en-de', 'vocab.ende.spm'), new Date(0), new Date(0));
        expect(await engine.translate(toGerman(['Save.']), forever)).toHaveLength(1);
        const call = engine.translate(toGerman(['It dies once.']), forever);
        await expect(call).rejects.toThrow('there is no model from en to de');
      });
      await rm(own, { recursive: true });
    },
  );

  test('that change give the engine another version', async () => {
    const own = await makeModelsFolder(['en-es']);
    const versions = new Set<string>();
    const note = () => using({ models: own.path }, async ({ version }) => versions.add(version));
    await note();
    await note();
    expect(versions.size).toBe(1);
    await rm(join(own.path, 'en-es', 'vocab.esen.spm'));
    await writeFile(join(own.path, 'en-es', 'vocab.esen.spm'), 'x');
    await note();
    expect(versions.size).toBe(2);
    await own[Symbol.asyncDispose]();
  });
});
