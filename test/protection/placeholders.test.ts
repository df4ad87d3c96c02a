/** Placeholders of every kind in real sentences, through real Apertium. */
import { beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { readFlores } from '../quality/flores.ts';
import { isLong } from '../support/long-form.ts';
import { useServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { createUnlimitedKey, report, translateAll } from './support/campaign.ts';
import { damageIn, putPlaceholders } from './support/placeholder-strings.ts';

const stringsPerPair = isLong ? 3_334 : 100;
const pairs = ['en-es', 'es-ca', 'es-pt', 'es-it', 'fr-es', 'sv-da'];

test('the check sees what is lost, doubled, changed or swapped', () => {
  const string = {
    text: '<1>a</1> {x}',
    placeholders: ['<1>', '</1>', '{x}'],
    pairs: [['<1>', '</1>'] as const],
  };
  expect(damageIn(string, '{x} <1>b</1>')).toBeUndefined();
  for (const answer of ['<1>b</1>', '<1>b</1> {x} {x}', '<1>b</1> {X}', '</1>b<1> {x}']) {
    expect(damageIn(string, answer)).toBeDefined();
  }
});

describe.skipIf(!hasTestData)('through Apertium', () => {
  const context = useServer();
  let key: string;
  beforeAll(async () => {
    key = await createUnlimitedKey(context.env);
  });

  test.each(pairs)('%s', async (pair) => {
    const [source = '', target = ''] = pair.split('-');
    const sentences = readFlores('flores-dev').get(source) ?? [];
    const random = new SeededRandom(pairs.indexOf(pair) + 1);
    const strings = Array.from({ length: stringsPerPair }, () =>
      putPlaceholders(random.pick(sentences), random),
    );
    const { texts, warnings } = await translateAll(
      { url: context.server.url, key },
      strings.map(({ text }) => text),
      { source_lang: source, target_lang: target },
    );
    const damaged = strings.flatMap((string, i) => {
      const damage = damageIn(string, texts[i] ?? '');
      return damage === undefined ? [] : [{ damage, text: string.text, answer: texts[i] }];
    });
    report(`placeholders through Apertium, ${pair}`, { strings: strings.length, damaged: damaged.length });
    expect(damaged).toEqual([]);
    expect([...warnings]).toEqual([]);
    // It was translated all the same.
    expect(texts.filter((text, i) => text === strings[i]?.text).length).toBeLessThan(strings.length / 50);
  });
});
