/**
 * Why the engine does not give the WASM texts as they come: what shares a batch with a text can change a word of it. Shown on
 * the package's own worker, which nothing of this project stands in front of.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BareBergamot, startBareBergamot } from '../support/bare-bergamot.ts';
import { lineOfTheBatch, readHelpSentences } from '../support/bergamot-models.ts';
import { isLong } from '../support/long-form.ts';
import { hasTestData } from '../support/test-data.ts';

const { en, expected, reference } = hasTestData
  ? readHelpSentences()
  : { en: [], expected: [], reference: [] };

describe.skipIf(!hasTestData)('the bare WASM', { timeout: isLong ? 1_200_000 : 600_000 }, () => {
  let bare: BareBergamot;
  beforeAll(async () => {
    if (hasTestData) bare = await startBareBergamot();
  });
  afterAll(() => bare?.[Symbol.asyncDispose]());

  const linesUnlikeReference = async (size: number, from: number, to: number) => {
    const unlike: number[] = [];
    for (let start = from; start < to; start += size) {
      const answers = await bare.translate(en.slice(start, Math.min(to, start + size)));
      for (const [i, answer] of answers.entries())
        if (answer !== reference[start + i]) unlike.push(start + i);
    }
    return unlike;
  };

  const [from, to] = isLong ? [0, 1_000] : [160, 192];

  test('gives each text alone the translation that is expected of the engine', async () => {
    for (let line = from; line < to; line++) {
      expect(await bare.translate([en[line] ?? ''])).toEqual([expected[line]]);
    }
  });

  // The lines are counted from 0. The file was made in calls of 64.
  test.each<[size: number, unlike: readonly number[]]>([
    ...(isLong
      ? ([
          [2, [lineOfTheBatch]],
          [8, [lineOfTheBatch]],
          [16, [lineOfTheBatch]],
          [64, []],
          [1_000, [538]],
        ] satisfies [number, number[]][])
      : []),
    [32, isLong ? [82] : []],
  ])('in calls of %i is unlike its own reference file in the lines %j', async (size, unlike) => {
    expect(await linesUnlikeReference(size, from, to)).toEqual(unlike);
  });
});
