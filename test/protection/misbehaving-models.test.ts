/** Placeholders and markup through a language model that misbehaves in eleven ways, by each template. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { readFlores } from '../quality/flores.ts';
import { type EngineServer, serve } from '../support/engine-servers.ts';
import { isLong } from '../support/long-form.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { createUnlimitedKey, report, translateAll } from './support/campaign.ts';
import { damageInMarkup } from './support/markup-audit.ts';
import { makeFragment } from './support/markup-generator.ts';
import { MisbehavingModel, misbehaviours } from './support/misbehaving-model.ts';
import { damageIn, everyPlaceholder, putPlaceholders } from './support/placeholder-strings.ts';

const stringsPerTemplate = isLong ? 5_000 : 80;
const stringsPerWay = isLong ? 500 : 6;

/** Names every placeholder that a text may have, so that the model could write any of them in full. */
const context = `A page with ${everyPlaceholder.join(' ')} in it.`;

/** Each has a target language of its own; behind it stands a stub, for calls that the model fails. */
const templates = [
  { name: 'json', target: 'de', settings: 'template: json' },
  { name: 'json without trust', target: 'nl', settings: 'template: json, markup: false' },
  { name: 'plain', target: 'fr', settings: 'template: plain' },
  { name: 'plain with trust', target: 'da', settings: 'template: plain, markup: true' },
  { name: 'hy-mt', target: 'it', settings: 'template: hy-mt' },
  { name: 'translategemma', target: 'pt', settings: 'template: translategemma' },
  { name: 'translategemma-delimiters', target: 'sv', settings: 'template: translategemma-delimiters' },
];

describe.skipIf(!hasTestData)('a language model that misbehaves', () => {
  const database = useTestDatabase();
  const model = new MisbehavingModel(new SeededRandom(5));
  let folder: string;
  let chat: EngineServer;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-misbehaving-'));
    chat = await serve((method, _path, body) =>
      method === 'GET' ? { status: 200, body: {} } : model.reply(body),
    );
    const config = join(folder, 'dragoman.yaml');
    const engines = templates.map(
      ({ name, target, settings }) =>
        `  ${name.replaceAll(' ', '-')}: { type: openai, url: "${chat.url}/v1", model: m, pairs: [en-${target}], ${settings} }\n`,
    );
    const pairs = JSON.stringify(templates.map(({ target }) => `en>${target}`));
    await writeFile(config, `engines:\n${engines.join('')}  stub: { pairs: ${pairs} }\n`);
    const env = {
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: config,
      DRAGOMAN_CACHE_MB: '0',
      DRAGOMAN_STUB_ENGINE: 'on',
    };
    key = await createUnlimitedKey(env);
    server = await openServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await chat?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test.each(templates)('$name gives placeholders and markup back', async ({ name, target }) => {
    const random = new SeededRandom(17);
    const sentences = readFlores('flores-dev').get('en') ?? [];
    const asked = chat.asked.length;
    const campaign = { url: server.url, key, textsPerCall: 1, callsAtOnce: 4 };
    const languages = { source_lang: 'EN', target_lang: target };
    const details = {
      context,
      custom_instructions: ['Use short sentences.', 'Keep {name1} and <1/> as they are.'],
    };
    const translate = async (texts: readonly string[], options: object) =>
      (await translateAll(campaign, texts, { ...languages, ...details, ...options })).texts;

    const strings = Array.from({ length: stringsPerTemplate / 2 }, () =>
      putPlaceholders(random.pick(sentences), random),
    );
    const fragments = strings.map(() => makeFragment(sentences, 'html', random));
    const answers = await translate(
      strings.map(({ text }) => text),
      {},
    );
    const fragmentAnswers = await translate(fragments, { tag_handling: 'html', ignore_tags: ['keep'] });

    const damaged = [
      ...strings.flatMap((string, i) => {
        const answer = answers[i] ?? '';
        const damage = answer.includes('invented') ? 'invented' : damageIn(string, answer);
        return damage === undefined ? [] : [{ damage, text: string.text, answer }];
      }),
      ...fragments.flatMap((text, i) => {
        const answer = fragmentAnswers[i] ?? '';
        const damage = answer.includes('invented') ? 'invented' : damageInMarkup(text, answer, 'html');
        return damage === undefined ? [] : [{ damage, text, answer }];
      }),
    ];
    // Where the model fails a call, the stub answers in upper case.
    const byStub = [...answers, ...fragmentAnswers].filter(isShouted).length;
    report(`a misbehaving model, ${name}`, {
      strings: answers.length + fragmentAnswers.length,
      requests: chat.asked.length - asked,
      byNextEngine: byStub,
      damaged: damaged.length,
    });
    expect(damaged).toEqual([]);
    expect(chat.asked.length - asked).toBeGreaterThan(strings.length + fragments.length);
  });

  test.each(['behaves', ...Object.keys(misbehaviours)])(
    'what it costs if every second answer %s',
    async (way) => {
      model.only = way;
      const random = new SeededRandom(23);
      const sentences = readFlores('flores-dev').get('en') ?? [];
      const strings = Array.from({ length: stringsPerWay }, () =>
        putPlaceholders(random.pick(sentences), random),
      );
      const campaign = { url: server.url, key, textsPerCall: 1, callsAtOnce: 4 };
      const asked = chat.asked.length;
      const { texts } = await translateAll(
        campaign,
        strings.map(({ text }) => text),
        { source_lang: 'EN', target_lang: 'fr' },
      );
      model.only = undefined;
      const requests = chat.asked.length - asked;
      report(`a model of which every second answer ${way}`, {
        strings: strings.length,
        requestsPerString: (requests / strings.length).toFixed(2),
      });
      const damaged = strings.filter((string, i) => damageIn(string, texts[i] ?? '') !== undefined);
      expect(damaged).toEqual([]);
      expect(requests).toBeGreaterThanOrEqual(strings.length);
    },
  );

  test('every misbehaviour was met', () => {
    report('misbehaviours', Object.fromEntries(model.counts));
    for (const name of Object.keys(misbehaviours)) expect(model.counts.get(name), name).toBeGreaterThan(20);
  });
});

const isShouted = (text: string) => /[A-Z]{4} [A-Z]{2}/.test(text) && !/ [a-z]+o /.test(text);
