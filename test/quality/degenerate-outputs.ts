/**
 * What a failing engine gives back, made from real sentences and their real translations: loops, nothing, other
 * scripts, other lengths, the source itself. Each kind is one that users of neural engines report.
 */
export interface DegenerateOutput {
  readonly kind: string;
  readonly source: string;
  readonly target: string;
  readonly text: string;
  readonly answer: string;
}

/** Languages of which each is in another script than the others. */
export const languages = ['en', 'es', 'ru', 'ar', 'ja', 'th', 'hi', 'ko', 'zh', 'el', 'he'] as const;
const pairs: readonly (readonly [string, string])[] = [
  ['en', 'es'],
  ['es', 'en'],
  ['en', 'ru'],
  ['ru', 'en'],
  ['en', 'ja'],
  ['ja', 'en'],
  ['en', 'zh'],
  ['en', 'th'],
  ['ar', 'es'],
  ['en', 'ko'],
];

type Sentences = ReadonlyMap<string, readonly string[]>;

/** So many sentences of each pair, in every kind that there is. */
export function* degenerateOutputs(sentences: Sentences, perPair: number): Generator<DegenerateOutput> {
  for (const [source, target] of pairs) {
    for (let i = 0; i < perPair; i++) {
      const at = (language: string, offset = 0) => {
        const all = sentences.get(language) ?? [];
        return (all[(i + offset) % all.length] ?? '').trim();
      };
      const text = at(source);
      for (const [kind, answer] of outputsFor(at(target), text, target, at)) {
        yield { kind, source, target, text, answer };
      }
    }
  }
}

function* outputsFor(
  good: string,
  text: string,
  target: string,
  at: (language: string, offset?: number) => string,
): Generator<readonly [kind: string, answer: string]> {
  const words = good.split(/\s+/);
  const isSpaced = !['ja', 'zh', 'th'].includes(target);
  const [unit, glue] = isSpaced ? [words, ' '] : [[...good], ''];
  const loop = (part: readonly string[], times: number) =>
    [...unit.slice(0, Math.floor(unit.length / 2)), ...Array(times).fill(part.join(glue))].join(glue);

  yield ['one word again and again', loop(unit.slice(-1), 30)];
  yield ['a phrase again and again', loop(unit.slice(0, 4), 10)];
  yield ['a clause three times', loop(unit.slice(0, 10), 3)];
  if (isSpaced && words.length >= 8) yield ['the whole translation twice', `${good} ${good}`];
  yield ['one letter without an end', `${good.slice(0, 20)}${(/\p{L}/u.exec(good)?.[0] ?? 'a').repeat(60)}`];
  yield ['syllables without an end', `${good.slice(0, 20)} ${'nana'.repeat(12)}`];
  for (const blank of ['', ' ', '\n', '...', '—', '“”', '.']) yield ['nothing', blank];
  for (const other of languages) {
    if (isOtherScript(other, target)) yield ['another script', at(other, 7)];
  }
  yield ['many other sentences as well', runaway(good, (offset) => at(target, offset))];
  if (text.length >= 100) yield ['the first word alone', unit.slice(0, isSpaced ? 1 : 2).join(glue)];
  yield ['the source as it is', text];
}

function runaway(good: string, sentence: (offset: number) => string): string {
  let answer = '';
  for (let offset = 0; answer.length < 6 * good.length + 60; offset++) answer += `${sentence(offset)} `;
  return answer;
}

/** Japanese is written in Chinese characters as well. */
function isOtherScript(language: string, target: string): boolean {
  const group = (tag: string) =>
    ['en', 'es'].includes(tag) ? 'latin' : ['ja', 'zh'].includes(tag) ? 'han' : tag;
  return group(language) !== group(target);
}
