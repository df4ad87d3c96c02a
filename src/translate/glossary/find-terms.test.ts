import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leewayInGate } from '../../../test/support/long-form.ts';
import { mainThread } from '../../lib/event-loop-turns.ts';
import { createTermFinder } from './find-terms.ts';
import { newSearchBudget } from './term-search.ts';
import { bytesOf, compileTerms } from './term-table.ts';

const anyWork = () => newSearchBudget(mainThread.paceFor(''));

const tableOf = (entries: Record<string, string>) =>
  compileTerms(
    Buffer.from(
      Object.entries(entries)
        .map(([source, target]) => `${source}\t${target}\n`)
        .join(''),
    ),
  );

/** Returns the text with its terms replaced. */
async function applied(
  text: string,
  entries: Record<string, string> | Record<string, string>[],
  pair = { source: 'en', target: 'es' },
): Promise<string> {
  const tables = [entries].flat().map(tableOf);
  const found = (await createTermFinder(tables, pair, anyWork()).find(text)) ?? [];
  let [replaced, from] = ['', 0];
  for (const { start, end, target } of found) {
    replaced += `${text.slice(from, start)}[${target}]`;
    from = end;
  }
  return replaced + text.slice(from);
}

describe('words', () => {
  test.each([
    ['a house', 'a [casa]'],
    ['house', '[casa]'],
    ['household, houses, warehouse, house2, house_id', 'household, houses, warehouse, house2, house_id'],
    ['(house), house-boat; house’s "house"', '([casa]), [casa]-boat; [casa]’s "[casa]"'],
    ['', ''],
  ])('%j', async (text, expected) => {
    expect(await applied(text, { house: 'casa' })).toBe(expected);
  });

  test('a term after an elided article is a word', async () => {
    expect(await applied('l’ordinateur d’Anne', { ordinateur: 'equipo' })).toBe('l’[equipo] d’Anne');
  });

  test('an accent belongs to its word, composed or not', async () => {
    expect(await applied('cafe\u0301 cafe café', { cafe: 'x', café: 'y' })).toBe('[y] [x] [y]');
  });

  test('any run of blanks is a blank', async () => {
    expect(await applied('new   york, new\nyork, newyork', { 'new york': 'NY' })).toBe('[NY], [NY], newyork');
  });

  test('terms with signs in them are found as they are', async () => {
    const entries = { 'C++': 'c-plus', '.NET': 'dotnet', 'a.*b': 'x', $1: 'y', '(?:a)+': 'z' };
    expect(await applied('C++ and .NET, a.*b aXXb $1 (?:a)+', entries)).toBe(
      '[c-plus] and [dotnet], [x] aXXb [y] [z]',
    );
  });
});

describe('scripts without blanks', () => {
  test.each([
    ['zh', '我住在北京市中心', { 北京市: 'Beijing', 中心: 'centre' }, '我住在[Beijing][centre]'],
    ['ja', 'この機械学習モデルは', { 機械学習: 'ML', モデル: 'model' }, 'この[ML][model]は'],
    ['th', 'ฉันรักกรุงเทพมาก', { กรุงเทพ: 'Bangkok' }, 'ฉันรัก[Bangkok]มาก'],
    ['ko', '서울에 갔다', { 서울: 'Seoul' }, '[Seoul]에 갔다'],
  ])('%s: a term needs no blank around it', async (source, text, entries, expected) => {
    expect(await applied(text, entries as Record<string, string>, { source, target: 'en' })).toBe(expected);
  });

  test('a term never ends between a letter and its mark', async () => {
    expect(await applied('ที่', { ท: 'x' }, { source: 'th', target: 'en' })).toBe('ที่');
  });
});

describe('case', () => {
  test.each([
    ['house House HOUSE hOUSE', 'house', 'casa', '[casa] [Casa] [CASA] hOUSE'],
    [
      'Big house, Big House, BIG HOUSE',
      'big house',
      'casa grande',
      '[Casa grande], [Casa grande], [CASA GRANDE]',
    ],
    ['Apple apple APPLE', 'Apple', 'Manzana Inc.', '[Manzana Inc.] apple APPLE'],
    ['us US', 'US', 'EE. UU.', 'us [EE. UU.]'],
    ['Phone PHONE', 'phone', 'iPhone', '[iPhone] [IPHONE]'],
    ['A PLAN', 'a plan', 'un plan', '[UN PLAN]'],
    ['A plan', 'a plan', 'un plan', '[Un plan]'],
    ['2 houses, 2 Houses', '2 houses', 'dos casas', '[dos casas], [Dos casas]'],
  ])('%s', async (text, source, target, expected) => {
    expect(await applied(text, { [source]: target })).toBe(expected);
  });

  test('an entry for just this spelling comes first', async () => {
    expect(await applied('House house', { house: 'casa', House: 'La Casa' })).toBe('[La Casa] [casa]');
  });

  test('Turkish has letters of its own', async () => {
    const pair = { source: 'tr', target: 'en' };
    expect(await applied('IŞIK Isik ışık', { ışık: 'light' }, pair)).toBe('[LIGHT] Isik [light]');
  });
});

describe('terms that overlap', () => {
  test('the longest wins, wherever it begins', async () => {
    const entries = { 'new york': 'NY', york: 'Y', 'york city hall': 'YCH', new: 'N' };
    expect(await applied('new york city hall', entries)).toBe('[N] [YCH]');
    expect(await applied('new york city', entries)).toBe('[NY] city');
  });

  test('of two that are as long, the first in the text wins', async () => {
    expect(await applied('aa bb cc', { 'aa bb': '1', 'bb cc': '2' })).toBe('[1] cc');
  });

  test('of two glossaries with the same term, the first counts', async () => {
    expect(await applied('a house', [{ house: 'casa' }, { house: 'hogar', a: 'una' }])).toBe('[una] [casa]');
  });
});

test('whatever is found is a term of the table, at its place, and nothing overlaps', async () => {
  const word = fc.constantFrom('a', 'b', 'ab', 'A', '語', 'é', '-');
  const term = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(term, { minLength: 1, maxLength: 8 }),
      fc.array(word, { maxLength: 30 }),
      async (terms, words) => {
        const text = words.join(' ');
        const table = tableOf(Object.fromEntries(terms.map((each, i) => [each, `t${i}`])));
        const found =
          (await createTermFinder([table], { source: 'en', target: 'es' }, anyWork()).find(text)) ?? [];
        let end = 0;
        for (const each of found) {
          expect(each.start).toBeGreaterThanOrEqual(end);
          end = each.end;
          expect(text.slice(each.start, end).toLowerCase()).toBe(each.source.toLowerCase());
          expect(terms).toContain(each.source);
        }
        // No exact occurrence of a term may remain in the text between the terms found.
        const left = found.reduceRight(
          (rest, { start, end: until }) => `${rest.slice(0, start)}\0${rest.slice(until)}`,
          text,
        );
        for (const part of left.split('\0')) {
          for (const each of terms) expect(` ${part} `).not.toContain(` ${each} `);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('50 texts take a few milliseconds with 50,000 terms, and the table is not much larger than its entries', async () => {
  const lines = Array.from(
    { length: 50_000 },
    (_, i) => `source term ${String(i).padStart(12, '0')}\tt${i}\n`,
  );
  const tsv = Buffer.from(lines.join(''));
  const table = compileTerms(tsv);
  expect(bytesOf(table)).toBeLessThan(2 * tsv.length);
  const finder = createTermFinder([table], { source: 'en', target: 'es' }, anyWork());
  const text = `The source term 000000012345 is somewhere in this sentence, and so is source term 000000049999.`;
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const started = performance.now();
    for (let i = 0; i < 50; i++) {
      expect((await finder.find(text))?.map(({ target }) => target)).toEqual(['t12345', 't49999']);
    }
    times.push(performance.now() - started);
  }
  expect(Math.min(...times)).toBeLessThan(leewayInGate(20));
});

test('a text in capitals is looked up twice, and costs twice the steps', async () => {
  const table = tableOf({ [`${'a '.repeat(99)}b`]: 'x', a: 'y', A: 'z' });
  const spent = async (text: string) => {
    const work = anyWork();
    const before = work.steps;
    await createTermFinder([table], { source: 'en', target: 'es' }, work).find(text);
    return before - work.steps;
  };
  const [plain, capitals] = [await spent('c a '.repeat(500)), await spent('C a '.repeat(500))];
  expect(capitals).toBeGreaterThan(1.5 * plain);
});
