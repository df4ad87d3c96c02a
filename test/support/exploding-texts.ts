/**
 * Texts that cost an engine far more than their length says. An analyser of compounds tries every way to cut a word: the
 * Swedish words for ridge, school and wine are also endings or parts of others, and 32 letters of them take a second.
 */
const longestPiece = 990;

/** Just below the length from which words are carried around the engine. */
const longestWord = 44;

function wordsOf(part: string, length: number): string {
  const word = part.repeat(length).slice(0, length);
  return Array.from({ length: Math.floor(longestPiece / (length + 1)) }, () => word).join(' ');
}

/** For Swedish to Danish; the first of them take 10 to 30 s of processor time, the last ones a second or less. */
export const explodingTexts: readonly string[] = [
  wordsOf('ås', 32),
  wordsOf('ås', longestWord),
  wordsOf('skol', longestWord),
  wordsOf('vin', longestWord),
  wordsOf('ås', 24),
  wordsOf('ås', 20),
  wordsOf('skolkol', longestWord),
  wordsOf('ö', longestWord),
];

/** Just below what is cut off. */
export const hardTexts: readonly string[] = explodingTexts.slice(-3);

export const withoutSentenceEnds = (characters: number) =>
  'huset och huset vid floden '.repeat(characters / 20).slice(0, characters);

export const unknownWords = (characters: number, seed: number) => {
  const words: string[] = [];
  for (let length = 0, n = seed; length < characters; n += 7_919) {
    const word = `x${n.toString(36).replace(/\d/g, 'q')}z`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, characters);
};
