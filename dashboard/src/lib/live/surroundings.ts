import type { Sentence } from './split-sentences.ts';

/** Context counts towards the characters per minute once for each text, so large batches have none. */
const maxTextsWithContext = 4;
const neighboursOnEachSide = 2;
const maxContextLength = 1_000;

/** The sentences around those that are sent, which are not sent themselves; undefined if there are none. */
export function surroundings(sentences: readonly Sentence[], sent: readonly string[]): string | undefined {
  if (sent.length > maxTextsWithContext) return undefined;
  const places = sentences.flatMap(({ text }, i) => (sent.includes(text) ? [i] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const around = [
    ...sentences.slice(Math.max(0, first - neighboursOnEachSide), first),
    ...sentences.slice(last + 1, last + 1 + neighboursOnEachSide),
  ].map(({ text }) => text);
  const context = around.filter((text) => !sent.includes(text)).join(' ');
  return context === '' || context.length > maxContextLength ? undefined : context;
}
