/** Glossaries in calls: which terms are applied, whose glossaries count, and from when on a change does. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProblemAnswer, TranslateAnswer } from '../support/api-client.ts';
import { dictionary, type GlossaryKeeper, newGlossaryKeeper, tsv } from '../support/glossary-keeper.ts';
import { createKey } from '../support/seed.ts';
import { openServer, useServer } from '../support/server-process.ts';

const context = useServer();
let team: GlossaryKeeper;
let stored: string;

interface Applied extends Omit<TranslateAnswer, 'translations'> {
  translations: (TranslateAnswer['translations'][number] & {
    glossary_terms?: { source: string; target: string }[];
  })[];
}

beforeAll(async () => {
  team = await newGlossaryKeeper(context.server.url, context.env);
  const { body } = await team.create({
    name: 'Terms',
    dictionaries: [
      { source_lang: 'EN', target_lang: 'ES', entries: [{ source: 'house', target: 'mansión' }] },
      { source_lang: 'FR', target_lang: 'ES', entries: [{ source: 'maison', target: 'chalé' }] },
    ],
  });
  stored = body.id;
});

const ask = (body: object) => team.send<Applied>('POST', '/v1/translate', { target_lang: 'ES', ...body });
const textsOf = async (body: object) => (await ask(body)).body.translations.map(({ text }) => text);
const big = { text: ['The house is big.'] };

test('a stored glossary is applied, whatever the case, and to whole words alone', async () => {
  const text = ['The house is big.', 'House!', 'THE HOUSE IS BIG.', 'The household is big.'];
  const [first, second, third, fourth] = await textsOf({ text, source_lang: 'EN', glossary_id: stored });
  expect(first).toMatch(/\bmansión\b.* es grande\./);
  expect(second).toBe('Mansión!');
  expect(third).toMatch(/\bMANSIÓN\b/);
  expect(fourth).not.toMatch(/mansión/i);
});

test('the dictionary is chosen by the language of each text', async () => {
  const text = ['The house is very big and very old.', 'La maison est très grande et très vieille.'];
  const [english, french] = await textsOf({ text, glossary_id: stored });
  expect(english).toContain('mansión');
  expect(french).toContain('chalé');
});

test('a text in a language without a dictionary is translated, with a warning that names it', async () => {
  const text = ['The house is big and beautiful.', 'A casa é muito grande e muito bonita, não é?'];
  const answer = await ask({ text, glossary_id: stored });
  expect(answer.status).toBe(200);
  expect(answer.body.warnings).toEqual([
    { code: 'glossary_not_applied', detail: expect.stringContaining('text[1]') },
  ]);
});

test('source_lang without a dictionary for it: 400, No dictionary found for language pair', async () => {
  const answer = await ask({ text: ['Olá'], source_lang: 'PT', glossary_id: stored });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.detail).toMatch(/No dictionary found for language pair/);
});

test('a region of the language is served by its dictionary', async () => {
  expect(await textsOf({ ...big, source_lang: 'en-GB', glossary_id: stored })).toEqual([
    expect.stringContaining('mansión'),
  ]);
});

describe('entries for one call', () => {
  test.each([
    ['as an object', { house: 'vivienda' }],
    ['as stored glossaries have them', [{ source: 'house', target: 'vivienda' }]],
  ])('%s', async (_name, entries) => {
    expect(await textsOf({ ...big, glossary: { entries } })).toEqual([expect.stringContaining('vivienda')]);
    expect(await textsOf(big)).toEqual(['La casa es grande.']);
  });

  test('come before those of a stored glossary', async () => {
    const answer = await ask({
      text: ['The house has a house mouse.'],
      source_lang: 'EN',
      glossary_id: stored,
      glossary: { entries: { 'house mouse': 'ratón doméstico', mouse: 'ratoncito' } },
      show_glossary_terms: true,
    });
    expect(answer.body.translations[0]?.glossary_terms).toEqual([
      { source: 'house', target: 'mansión' },
      { source: 'house mouse', target: 'ratón doméstico' },
    ]);
  });

  test.each<[string, unknown, RegExp]>([
    ['no entries', {}, /at least one entry/],
    ['an empty term', { '': 'x' }, /source term is empty/],
    ['a control character', { a: 'x\ty' }, /control character/],
    ['something that is no term', { a: 1 }, /entries/],
    ['a list without targets', [{ source: 'a' }], /entries/],
  ])('%s: 400', async (_name, entries, detail) => {
    const answer = await ask({ ...big, glossary: { entries } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.detail).toMatch(detail);
  });

  test('200,000 characters of them are applied', async () => {
    const entries = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`word${i} x`, `t${i}`]));
    const text = ['The word9999 X and the house.'];
    expect(
      (await textsOf({ text, source_lang: 'EN', glossary: { entries: { ...entries, house: 'hogar' } } }))[0],
    ).toMatch(/hogar/);
  });
});

test('show_glossary_terms lists what was applied in each text; without it nothing is listed', async () => {
  const text = ['The house and the House.', 'The garden.', ''];
  const shown = await ask({ text, source_lang: 'EN', glossary_id: stored, show_glossary_terms: true });
  expect(shown.body.translations.map((each) => each.glossary_terms)).toEqual([
    [
      { source: 'house', target: 'mansión' },
      { source: 'house', target: 'Mansión' },
    ],
    [],
    [],
  ]);
  const plain = await ask({ text, source_lang: 'EN', glossary_id: stored });
  expect(plain.body.translations[0]).not.toHaveProperty('glossary_terms');
  const none = await ask({ text: ['Hello'], source_lang: 'EN', show_glossary_terms: true });
  expect(none.body.translations[0]?.glossary_terms).toEqual([]);
});

test('a key that may translate and no more may use glossaries', async () => {
  const key = await createKey(context.env, team.id, 'translate');
  const answer = await team.as(key.plain).send<Applied>('POST', '/v1/translate', {
    ...big,
    target_lang: 'ES',
    glossary_id: stored,
  });
  expect(answer.body.translations[0]?.text).toContain('mansión');
});

test('a glossary that there is not, or that another team has: 404, and nothing is charged', async () => {
  const stranger = await newGlossaryKeeper(context.server.url, context.env);
  const used = async () => (await team.get<{ quota: { used: number } }>('/v1/account')).body.quota.used;
  const before = await used();
  for (const glossary_id of [await stranger.made(), '96ab91fd-e715-41a1-adeb-5d701f84a483']) {
    const answer = await ask({ ...big, source_lang: 'EN', glossary_id });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  }
  const malformed = await team.send<ProblemAnswer>('POST', '/v1/translate', {
    ...big,
    target_lang: 'ES',
    glossary_id: 'x',
  });
  expect(malformed.status).toBe(400);
  expect(await used()).toBe(before);
});

test('the cache never gives one glossary’s translation for another’s', async () => {
  const call = (target: string) =>
    ask({ ...big, source_lang: 'EN', glossary: { entries: { house: target } } });
  for (const target of ['uno', 'dos', 'uno']) {
    expect((await call(target)).body.translations[0]?.text).toContain(target);
  }
  expect(await textsOf({ ...big, source_lang: 'EN' })).toEqual(['La casa es grande.']);
});

test('a placeholder is kept even where it holds a term', async () => {
  const [text] = await textsOf({
    text: ['Open {house} in the house.'],
    source_lang: 'EN',
    glossary_id: stored,
  });
  expect(text).toContain('{house}');
  expect(text).toContain('mansión');
});

test('in markup, terms are found between tags and written as the format wants it', async () => {
  const [text] = await textsOf({
    text: ['<p>The <b>house</b> is big.</p><p>House</p>'],
    source_lang: 'EN',
    tag_handling: 'html',
    glossary: { entries: { house: 'casa & <jardín>' } },
  });
  expect(text).toMatch(/<b>casa &amp; &lt;jardín(>|&gt;)<\/b> es grande/);
  expect(text).toMatch(/<p>Casa &amp; &lt;jardín(>|&gt;)<\/p>$/);
});

test('a change on one node counts on another with the next call', async () => {
  const other = await openServer(context.env);
  try {
    const id = await team.made();
    for (let i = 0; i < 20; i++) {
      await team.put(id, `house\tcasa${i}x`, tsv);
      const { body } = await team.send<Applied>('POST', '/v1/translate', {
        ...big,
        target_lang: 'ES',
        glossary_id: id,
      });
      const answer = await fetch(`${other.url}/v1/translate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...big, target_lang: 'ES', glossary_id: id }),
      });
      const there = (await answer.json()) as TranslateAnswer;
      expect([body.translations[0]?.text, there.translations[0]?.text]).toEqual([
        expect.stringContaining(`casa${i}x`),
        expect.stringContaining(`casa${i}x`),
      ]);
    }
    await team.send('DELETE', dictionary(id));
    const gone = await ask({ ...big, source_lang: 'EN', glossary_id: id });
    expect(gone.status).toBe(400);
  } finally {
    await other.stop();
  }
});
