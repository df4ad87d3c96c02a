/** Placeholders through engines that damage whatever they can: the server's own stub, and a server that takes HTML. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { readFlores } from '../quality/flores.ts';
import { translate } from '../support/api-client.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { isLong } from '../support/long-form.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { createUnlimitedKey, report, translateAll } from './support/campaign.ts';
import { damageIn, putPlaceholders } from './support/placeholder-strings.ts';
import { mangle } from './support/unruly-engine.ts';

const stringsPerEngine = isLong ? 20_000 : 600;

describe.skipIf(!hasTestData)('an engine that damages texts', () => {
  const database = useTestDatabase();
  let folder: string;
  let libretranslate: EngineServer;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-unruly-'));
    const random = new SeededRandom(7);
    libretranslate = await startLibretranslate();
    libretranslate.misbehave = (_request, _response, { q }) =>
      Array.isArray(q)
        ? {
            status: 200,
            body: { translatedText: q.map((text) => mangle(text, random)) },
          }
        : undefined;
    const config = join(folder, 'dragoman.yaml');
    await writeFile(
      config,
      `engines:
  stub: { type: stub, behaviour: "mangleRate=0.2", pairs: ["en>eo"] }
  wild: { type: stub, behaviour: "mangleRate=1", pairs: ["en>ia"] }
  libretranslate: { url: "${libretranslate.url}", key_env: ENGINE_KEY }
`,
    );
    const env = {
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: config,
      ENGINE_KEY: serverKey,
      DRAGOMAN_STUB_ENGINE: 'on',
    };
    key = await createUnlimitedKey(env);
    server = await openServer(env);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    await libretranslate?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test.each([
    ['stub', 'EO'],
    ['libretranslate', 'DE'],
  ])('%s gives everything back', async (engine, target_lang) => {
    const random = new SeededRandom(11);
    const sentences = readFlores('flores-dev').get('en') ?? [];
    const strings = Array.from({ length: stringsPerEngine }, () =>
      putPlaceholders(random.pick(sentences), random),
    );
    const { texts } = await translateAll(
      { url: server.url, key },
      strings.map(({ text }) => text),
      { source_lang: 'EN', target_lang, engine },
    );
    const damaged = strings.flatMap((string, i) => {
      const damage = damageIn(string, texts[i] ?? '');
      return damage === undefined ? [] : [{ damage, text: string.text, answer: texts[i] }];
    });
    report(`placeholders through the unruly ${engine}`, { strings: strings.length, damaged: damaged.length });
    expect(damaged).toEqual([]);
  });

  test('words that an engine gives nothing back for stay as they are, and the answer says so', async () => {
    const text = Array.from({ length: 100 }, (_, i) => `House {name${i}}`);
    const { body } = await translate(server.url, key, { text, source_lang: 'EN', target_lang: 'IA' });
    const answers = body.translations.map((translation) => translation.text);
    expect(answers.every((answer, i) => answer.includes(`{name${i}}`))).toBe(true);
    expect(answers.some((answer) => answer.startsWith('House '))).toBe(true);
    expect(body.warnings).toEqual([{ code: 'partly_translated', detail: expect.stringContaining('text[') }]);
  });
});
