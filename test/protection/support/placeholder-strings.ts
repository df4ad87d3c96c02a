/** Sentences as programs have them: real ones, with placeholders of every kind put between their words. */
import type { SeededRandom } from '../../faults/support/seeded-random.ts';

export interface StringWithPlaceholders {
  readonly text: string;
  /** Each occurs once in the text, and must in its translation. */
  readonly placeholders: readonly string[];
  /** Pairs of tags: the first of each stands before the second. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** Numbered, so that no two of a text are the same. */
const kinds: readonly ((n: number) => string)[] = [
  (n) => `{name${n}}`,
  (n) => `{${n}}`,
  (n) => `{{user.name${n}}}`,
  (n) => `%${n}$s`,
  (n) => `%${n}$d`,
  (n) => `%(value${n})s`,
  (n) => `%0${n}d`,
  (n) => `\${item${n}}`,
  (n) => `$t(key.of.${n})`,
  (n) => `:count_${n}`,
  (n) => `<${n}/>`,
  (n) => `https://example.org/the/house/${n}?a=b&c=d#top`,
  (n) => `www.example.org/${n}`,
  (n) => `house.and.cat${n}@example.org`,
  (n) => `#TheHouse${n}`,
  (n) => `\`the house ${n}\``,
  (n) => `{price${n}, number, ::currency/EUR}`,
  (n) => `%{total${n}}`,
  (n) => `@user_${n}`,
  (n) => `{n${n}, date, short}`,
];

const dates = ['%Y-%m-%d', '%H:%M', '%-d %B'];

const mostInAText = 4;

/** All that a text may have. */
export const everyPlaceholder = [
  ...kinds.flatMap((kind) => Array.from({ length: mostInAText }, (_, n) => kind(n + 1))),
  ...dates,
];

export function putPlaceholders(sentence: string, random: SeededRandom): StringWithPlaceholders {
  const words = sentence.split(' ');
  const placeholders: string[] = [];
  const pairs: [string, string][] = [];
  const count = random.integer(1, mostInAText);
  for (let n = 1; n <= count; n++) {
    const at = random.integer(0, words.length);
    const fate = random.next();
    if (fate < 0.15) {
      const [open, close] = [`<${n}>`, `</${n}>`];
      const end = random.integer(at, words.length);
      // Pairs that overlap would be no pairs: one is enough.
      if (pairs.length > 0) continue;
      words.splice(end, 0, `inside${close}`);
      words.splice(at, 0, `${open}word`);
      placeholders.push(open, close);
      pairs.push([open, close]);
    } else if (fate < 0.2) {
      const date = random.pick(dates);
      if (placeholders.some((each) => dates.includes(each))) continue;
      words.splice(at, 0, date);
      placeholders.push(date);
    } else {
      const placeholder = random.pick(kinds)(n);
      words.splice(at, 0, around(placeholder, random));
      placeholders.push(placeholder);
    }
  }
  return { text: words.join(random.next() < 0.1 ? '\n' : ' '), placeholders, pairs };
}

/** Punctuation and brackets, as they stand beside placeholders. */
function around(placeholder: string, random: SeededRandom): string {
  return random.pick([
    (p: string) => p,
    (p: string) => p,
    (p: string) => `(${p})`,
    (p: string) => `"${p}"`,
    (p: string) => `${p} ,`,
  ])(placeholder);
}

/** What is wrong with a translation, or undefined. Shares nothing with the server. */
export function damageIn(
  { placeholders, pairs }: StringWithPlaceholders,
  answer: string,
): string | undefined {
  for (const placeholder of new Set([...placeholders, ...everyPlaceholder])) {
    const count = answer.split(placeholder).length - 1;
    const expected = placeholders.includes(placeholder) ? 1 : 0;
    if (count !== expected) return `${placeholder} is there ${count} times`;
  }
  const swapped = pairs.find(([open, close]) => answer.indexOf(open) > answer.indexOf(close));
  return swapped && `${swapped[0]} stands behind ${swapped[1]}`;
}
