/**
 * Texts whose one right answer is known: sentences of several shapes with a number in them that no other text
 * of the run has. What a shape becomes is asked of the quiet server first; from then on an answer that belongs
 * to another text, or to two, is seen by its words or by its number.
 */
import { vi } from 'vitest';
import { translate } from '../../support/api-client.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Pair {
  readonly source: string;
  readonly target: string;
  /** `#` stands for the number. */
  readonly shapes: readonly string[];
}

const english = [
  'The house number # is big.',
  'My sister bought # red apples and two green pears in the old market.',
  'I have [#] dogs <and> {one} cat; they drink ~5 glasses of milk / water.',
  'Hello #!',
  'The train # leaves at nine. The bus # leaves at ten. Nobody knows when the ship # arrives.',
  'The garden is very beautiful and the old house has # windows. '.repeat(24).trim(),
];
const spanish = [
  'La casa número # es grande.',
  'El perro # come pan y bebe agua.',
  'Mi hermano vive en la calle # [piso 2] con {tres} gatos.',
  'Hoy salen # trenes. Mañana salen # barcos. ¿Quién lo sabe?',
  'El coche # es nuevo y el jardín es muy bonito en primavera. '.repeat(24).trim(),
];
const french = ['La maison numéro # est grande.', 'Le chien # mange du pain et boit de l’eau.', 'Bonjour #!'];
const swedish = [
  'Huset nummer # är stort.',
  'Hunden # äter bröd och dricker vatten.',
  'Katten # dricker mjölk.',
];

/** en → fr has no pipeline of its own and goes through Spanish. */
export const pairs: readonly Pair[] = [
  { source: 'EN', target: 'ES', shapes: english },
  { source: 'EN', target: 'FR', shapes: english },
  { source: 'EN', target: 'CA', shapes: english },
  { source: 'ES', target: 'CA', shapes: spanish },
  { source: 'ES', target: 'PT', shapes: spanish },
  { source: 'ES', target: 'IT', shapes: spanish },
  { source: 'FR', target: 'ES', shapes: french },
  { source: 'SV', target: 'DA', shapes: swedish },
];

/** The pairs above as the pools of pipelines that serve them. */
export const poolCount = 8;

export interface KnownPair {
  readonly source: string;
  readonly target: string;
  readonly shapes: readonly { readonly question: string; readonly answer: string }[];
}

export interface KnownCall {
  readonly pair: KnownPair;
  readonly texts: readonly string[];
  readonly expected: readonly string[];
}

export async function learnAnswers(url: string, key: string): Promise<KnownPair[]> {
  return Promise.all(
    pairs.map(async ({ source, target, shapes }) => {
      const ask = async (number: string) => {
        const text = shapes.map((shape) => shape.replaceAll('#', number));
        // The first answer of a pair starts its pipeline, which on a busy machine can take longer than a call may.
        const answer = await vi.waitFor(
          async () => {
            const first = await translate(url, key, { text, source_lang: source, target_lang: target });
            if (first.status !== 200) throw new Error(`the quiet server answered ${first.status}`);
            return first;
          },
          { timeout: 120_000, interval: 200 },
        );
        return answer.body.translations.map((translation) => translation.text.replaceAll(number, '#'));
      };
      const [first, ...others] = [await ask('1000000'), await ask('4815162'), await ask('9999999')];
      return {
        source,
        target,
        shapes: shapes.map((question, i) => {
          const answer = first[i] ?? '';
          const same = others.every((answers) => answers[i] === answer);
          if (!same || !answer.includes('#') || answer === question) {
            throw new Error(`"${question}" has no answer that can be known for every number: "${answer}"`);
          }
          return { question, answer };
        }),
      };
    }),
  );
}

/** Makes calls of 1 to 64 texts; no number is ever used twice. */
export class CallMaker {
  readonly #pairs: readonly KnownPair[];
  readonly #random: SeededRandom;
  #lastNumber = 1_000_000;

  constructor(pairs: readonly KnownPair[], random: SeededRandom) {
    this.#pairs = pairs;
    this.#random = random;
  }

  next(pair: KnownPair = this.#random.pick(this.#pairs), size = this.#size()): KnownCall {
    const drawn = Array.from({ length: size }, () => {
      const { question, answer } = this.#random.pick(pair.shapes);
      const number = String(++this.#lastNumber);
      return { text: question.replaceAll('#', number), expected: answer.replaceAll('#', number) };
    });
    return { pair, texts: drawn.map(({ text }) => text), expected: drawn.map(({ expected }) => expected) };
  }

  /** Half of the calls are small, as in life; the others are anything up to 64. */
  #size(): number {
    return this.#random.next() < 0.5 ? this.#random.integer(1, 4) : this.#random.integer(1, 64);
  }
}
