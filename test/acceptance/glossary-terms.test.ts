/**
 * Random glossaries on real sentences through the real service and Apertium: every term that is in a text comes out
 * as its target term. 10,000 sentences with `DRAGOMAN_LONG=1`.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { readFlores } from '../quality/flores.ts';
import { bearer, post } from '../support/api-client.ts';
import { isLong } from '../support/long-form.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';

const sentenceCount = isLong ? 10_000 : 160;
const sentencesPerCall = 40;
const termsPerCall = 25;
const pairs = ['en-es', 'es-ca', 'es-pt', 'es-it', 'fr-es', 'sv-da'];

const context = useServer({ DRAGOMAN_CACHE_MB: '0', DRAGOMAN_LOG_LEVEL: 'warn' });
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
});

interface Answer {
  translations: { text: string; glossary_terms: { source: string; target: string }[] }[];
}

/** One to three words of a sentence, as they are written there. */
function randomTerm(random: SeededRandom, sentence: string): string | undefined {
  const words = sentence.split(' ');
  const from = random.integer(0, words.length - 1);
  const term = words.slice(from, from + random.integer(1, 3)).join(' ');
  return /^\p{L}[\p{L} ]*\p{L}$/u.test(term) ? term : undefined;
}

function randomGlossary(random: SeededRandom, texts: readonly string[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (let i = 0; entries.size < termsPerCall && i < 1_000; i++) {
    const term = randomTerm(random, random.pick(texts));
    // Letters alone, none of which any other target term has at the same place: a part of one is never another one.
    if (term !== undefined && !entries.has(term)) entries.set(term, `Zq${letters(entries.size)}xplö`);
  }
  return entries;
}

const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 5), 97 + (n % 5));

/** Counted without the matcher: words that are no part of another term, as they are written. */
function expectedAlone(entries: ReadonlyMap<string, string>, text: string): [string, number][] {
  const inOthers = (term: string) =>
    [...entries.keys()].some((other) => other !== term && sharesWord(term, other));
  return [...entries].flatMap(([term, target]): [string, number][] => {
    if (inOthers(term)) return [];
    return [
      [
        target,
        occurrences(text, new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${term}(?![\\p{L}\\p{M}\\p{N}_])`, 'gu')),
      ],
    ];
  });
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().split(' '));
  return b
    .toLowerCase()
    .split(' ')
    .some((word) => words.has(word));
}

const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const count = (text: string, part: string) => text.split(part).length - 1;

describe.skipIf(!hasTestData)('on FLORES', () => {
  test('every term comes out as its target', { timeout: isLong ? 1_800_000 : 600_000 }, async () => {
    const sentences = readFlores('flores-test');
    const random = new SeededRandom(20_261_115);
    let [translated, applied, missed, counted] = [0, 0, 0, 0];
    for (let call = 0; translated < sentenceCount; call++) {
      const [source = '', target = ''] = (pairs[call % pairs.length] ?? '').split('-');
      const all = sentences.get(source) ?? [];
      const texts = Array.from({ length: sentencesPerCall }, () => random.pick(all));
      const entries = randomGlossary(random, texts);
      const body = {
        text: texts,
        source_lang: source,
        target_lang: target,
        glossary: { entries: Object.fromEntries(entries) },
        show_glossary_terms: true,
      };
      const answer = await post<Answer>(
        `${context.server.url}/v1/translate`,
        bearer(key),
        JSON.stringify(body),
      );
      expect(answer.status).toBe(200);
      for (const [i, { text, glossary_terms }] of answer.body.translations.entries()) {
        const byTarget = Map.groupBy(glossary_terms, (term) => term.target);
        for (const [term, found] of byTarget) {
          applied += found.length;
          missed += Math.abs(found.length - count(text, term));
        }
        for (const [term, times] of expectedAlone(entries, texts[i] ?? '')) {
          counted += times;
          // Upper and lower case are the matcher's business; a term is never found less often than it is written.
          if (count(text, term) < times) missed += times - count(text, term);
        }
      }
      translated += texts.length;
    }
    process.stderr.write(`glossary terms: ${JSON.stringify({ translated, applied, counted, missed })}\n`);
    expect(applied).toBeGreaterThan(sentenceCount / 2);
    expect(counted).toBeGreaterThan(sentenceCount / 4);
    expect(missed).toBe(0);
  });
});
