/** Placeholders and tags in help sentences, through real Bergamot and a small real model. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { type ModelsFolder, makeModelsFolder, readHelpSentences } from '../support/bergamot-models.ts';
import { isLong, sample } from '../support/long-form.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { createUnlimitedKey, report, translateAll } from './support/campaign.ts';
import { damageIn, putPlaceholders } from './support/placeholder-strings.ts';
import { judged, tagHelp } from './support/tagged-help.ts';

const strings = Number(process.env.DRAGOMAN_PROTECTION_STRINGS ?? (isLong ? 5_000 : 24));
/** Of the tags on the hand-made list, so many stand on the right words. */
const minRightShare = 0.9;

const wordCount = (text: string) => text.trim().split(/\s+/).length;

const smallCalls = { textsPerCall: 8, callsAtOnce: 2 };

describe.skipIf(!hasTestData)('through Bergamot', () => {
  const database = useTestDatabase();
  let folder: string;
  let models: ModelsFolder;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-protection-'));
    models = await makeModelsFolder();
    const config = join(folder, 'dragoman.yaml');
    await writeFile(config, `engines:\n  bergamot: { models: "${models.path}" }\n`);
    const env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config };
    key = await createUnlimitedKey(env);
    server = await openServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await models?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const languages = { source_lang: 'EN', target_lang: 'DE' };

  test('placeholders in help sentences', async () => {
    const random = new SeededRandom(3);
    const { en } = readHelpSentences();
    const sentences = en.filter((sentence) => sentence.length < 200);
    const asked = Array.from({ length: strings }, () => putPlaceholders(random.pick(sentences), random));
    const { texts } = await translateAll(
      { url: server.url, key, ...smallCalls },
      asked.map(({ text }) => text),
      languages,
    );
    const damaged = asked.flatMap((string, i) => {
      const damage = damageIn(string, texts[i] ?? '');
      return damage === undefined ? [] : [{ damage, text: string.text, answer: texts[i] }];
    });
    report('placeholders through Bergamot', { strings: asked.length, damaged: damaged.length });
    expect(damaged).toEqual([]);
  });

  /** Of the tagged sentences, one in four is on the hand-made list. */
  const step = 4;

  test('tags stand on the words that they belong to', async () => {
    const all = tagHelp(readHelpSentences().en, 200);
    // The long form looks for damage in those in between as well.
    const asked = isLong ? all : all.filter((_, i) => i % step === 0).slice(0, 25);
    const { texts } = await translateAll({ url: server.url, key, ...smallCalls }, asked, {
      ...languages,
      tag_handling: 'html',
    });
    const damaged = texts.filter((text) => text.match(/<\/?b>/g)?.join('') !== '<b></b>');
    const inTag = (text = '') => /<b>(.*)<\/b>/.exec(text)?.[1] ?? '';
    const looked = sample(judged, 25);
    const wrong = looked.flatMap(([english, german], i) => {
      const at = isLong ? step * i : i;
      const answer = texts[at];
      expect(inTag(asked[at])).toBe(english);
      // A tag around half of the sentence has the word in it by chance.
      const isTight = wordCount(inTag(answer)) <= wordCount(english) + 2;
      return isTight && german.test(inTag(answer)) ? [] : [{ asked: asked[at], answer }];
    });
    report('tags on the right words', {
      sentences: asked.length,
      damaged: damaged.length,
      judged: looked.length,
      wrong: wrong.length,
    });
    expect([asked.length, damaged]).toEqual([isLong ? 200 : 25, []]);
    expect(wrong.length, JSON.stringify(wrong, undefined, 1)).toBeLessThanOrEqual(
      looked.length * (1 - minRightShare),
    );
  });
});
