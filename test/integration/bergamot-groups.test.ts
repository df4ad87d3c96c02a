/** Texts that share a call to the WASM get the translations that they get alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import { mayHaveSeveralSentences } from '../../src/engines/bergamot/text-groups.ts';
import { TokenCounter } from '../../src/engines/bergamot/vocabulary/token-counter.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { sample, scale } from '../support/long-form.ts';
import { observeWasm } from '../support/observe-wasm.ts';
import { quietLogger } from '../support/pool.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';

const { en, expected } = hasTestData ? readHelpSentences() : { en: [], expected: [] };
const forever = new AbortController().signal;

describe.skipIf(!hasTestData)('texts in one call', { timeout: 1_800_000 }, () => {
  let folder: ModelsFolder;
  let engine: Engine;
  beforeAll(async () => {
    if (!hasTestData) return;
    folder = await makeModelsFolder(['en-es']);
    engine = await openBergamotEngine({
      id: 'bergamot',
      models: folder.path,
      workers: scale(1, 2),
      logger: quietLogger,
    });
  });
  afterAll(async () => {
    await engine?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  const translate = (texts: readonly string[], target = 'de') =>
    engine.translate({ source: 'en', target, texts }, forever);

  test.each(sample([8, 32, 64], 1))(
    '%i at a time, in another order every time, come out as alone',
    async (size) => {
      const random = new SeededRandom(size);
      const lines = [...en.keys()].slice(scale(160, 0), scale(208, 1_000));
      for (let round = 0; round < scale(1, 3); round++) {
        const shuffled = lines
          .map((line) => ({ line, at: random.next() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ line }) => line);
        const unlike: number[] = [];
        for (let i = 0; i < shuffled.length; i += size) {
          const together = shuffled.slice(i, i + size);
          const answers = await translate(together.map((line) => en[line] ?? ''));
          unlike.push(...together.filter((line, k) => answers[k] !== expected[line]));
        }
        expect(unlike).toEqual([]);
      }
    },
  );

  test('come out as alone when every answer is cut off at its greatest length', async () => {
    const texts = en.filter(({ length }) => length < 60).slice(0, scale(4, 150));
    const alone = await observeWasm({ models: folder.path, name: 'en-es', texts });
    // Twice: the second time, the engine knows this of the model.
    for (let i = 0; i < 2; i++)
      expect(await translate(texts, 'es')).toEqual(alone.map(({ answer }) => answer));
  });

  const unusual = [
    '  two   spaces  and a\ttab',
    'ﬁle ½ ™ … “quotes” „x“ ‘a’ —',
    'e\u0301 \u00e9 Ａ１ ① ㎏ ｶﾞ Ω Å',
    'emoji 🏠👩‍👩‍👧 and \u200b zero width \ufeff mark',
    '__source__ <unk> <s> ▁x▁',
    'a&nbsp;b\u00a0 x　y',
    'İstanbul ǅ ŉ ß ﬀ ﷺ',
    '한국어 각 ㄱㄴ',
    'supercalifragilisticexpialidocious',
  ];

  const vocabularies = [
    ['en-de', 'vocab.ende.spm', 'bergamot-ende-help'],
    ['en-es', 'vocab.esen.spm', 'bergamot-synthetic'],
  ] as const;

  test.each(sample(vocabularies, 1))('tokens are counted as %s does', async (name, vocabulary, data) => {
    const counter = TokenCounter.fromFile(readFileSync(join(dataFolder, data, vocabulary)));
    const linesOf = (language: string) =>
      readFileSync(join(dataFolder, 'flores-dev', `${language}.txt`), 'utf8')
        .split('\n')
        .slice(0, scale(1, 40));
    const count = name === 'en-de' ? scale(16, 1_000) : scale(5, 200);
    const others = ['zh', 'ar', 'hi', 'ja', 'es', 'ru', 'th'].flatMap(linesOf);
    const texts = [...en.slice(0, count), ...unusual, ...others].filter((text) => {
      const tokens = counter?.count(text) ?? 0;
      return !mayHaveSeveralSentences(text) && tokens > 0 && tokens < 100;
    });
    const observed = await observeWasm({ models: folder.path, name, texts });
    const wrong = texts.filter((text, i) => (counter?.count(text) ?? 0) + 1 !== observed[i]?.rows);
    expect(wrong).toEqual([]);
    expect(texts.length).toBeGreaterThan(count / 2);
  });
});
