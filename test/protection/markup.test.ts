/** Generated fragments, and shapes that people really write, through real Apertium. */
import { beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { readFlores } from '../quality/flores.ts';
import { isLong } from '../support/long-form.ts';
import { useServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { createUnlimitedKey, report, translateAll } from './support/campaign.ts';
import { damageInMarkup } from './support/markup-audit.ts';
import { makeFragment } from './support/markup-generator.ts';
import { htmlShapes, xmlShapes } from './support/markup-shapes.ts';

const fragmentsPerFormat = isLong ? 1_000 : 40;

test('the check sees other tags, attributes, entities and regions, and what is not nested', () => {
  const source = '<p class="a">a <b>b</b>&nbsp;<keep>c</keep></p>';
  expect(damageInMarkup(source, '<p class="a"><b>x</b> y&nbsp;<keep>c</keep></p>', 'html')).toBeUndefined();
  for (const answer of [
    '<p class="a">a b&nbsp;<keep>c</keep></p>',
    '<p class="b">a <b>b</b>&nbsp;<keep>c</keep></p>',
    '<p class="a">a <b>b</b> <keep>c</keep></p>',
    '<p class="a">a <b>b</b>&nbsp;<keep>d</keep></p>',
    '<p class="a">a </b>b<b>&nbsp;<keep>c</keep></p>',
    '<p class="a">a < <b>b</b>&nbsp;<keep>c</keep></p>',
  ]) {
    expect(damageInMarkup(source, answer, 'html')).toBeDefined();
  }
});

describe('through Apertium', () => {
  const context = useServer();
  let key: string;
  beforeAll(async () => {
    key = await createUnlimitedKey(context.env);
  });

  async function check(
    texts: readonly string[],
    format: 'html' | 'xml',
    source_lang: string,
    target_lang: string,
  ) {
    const options = { tag_handling: format, ignore_tags: ['keep'], source_lang, target_lang };
    const { texts: answers, warnings } = await translateAll({ url: context.server.url, key }, texts, options);
    const damaged = texts.flatMap((text, i) => {
      const damage = damageInMarkup(text, answers[i] ?? '', format);
      return damage === undefined ? [] : [{ damage, text, answer: answers[i] }];
    });
    report(`${format} ${source_lang}-${target_lang} through Apertium`, {
      texts: texts.length,
      damaged: damaged.length,
    });
    expect(damaged).toEqual([]);
    expect([...warnings]).toEqual([]);
    expect(answers.filter((answer, i) => answer === texts[i]).length).toBeLessThan(texts.length / 20);
  }

  test.skipIf(!hasTestData).each(['html', 'xml'] as const)('generated %s', async (format) => {
    for (const [source, target] of [
      ['en', 'es'],
      ['fr', 'es'],
    ] as const) {
      const random = new SeededRandom(format.length + source.length);
      const sentences = readFlores('flores-dev').get(source) ?? [];
      const fragments = Array.from({ length: fragmentsPerFormat / 2 }, () =>
        makeFragment(sentences, format, random),
      );
      await check(fragments, format, source, target);
    }
  });

  test('shapes of HTML', () => check(htmlShapes, 'html', 'en', 'es'));
  test('shapes of XML', () => check(xmlShapes, 'xml', 'en', 'es'));
});
