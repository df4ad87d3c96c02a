import { countCharacters, type Sentence } from './split-sentences.ts';

/** So that no call of a long text takes too long for the server. */
const maxCharacters = 16_384;

/** What the next call sends of the sentences that wait, each text once. */
export function firstBatch(waiting: readonly Sentence[], maxTexts: number): string[] {
  const texts = new Set<string>();
  let characters = 0;
  for (const { text } of waiting) {
    if (texts.has(text)) continue;
    characters += countCharacters(text);
    const isFull = texts.size >= maxTexts || characters > maxCharacters;
    // A sentence that is longer is a part of its own.
    if (isFull && texts.size > 0) break;
    texts.add(text);
  }
  return [...texts];
}
