/**
 * Decides which texts may share a call to the WASM so that each gets the translation that it gets alone, to the bit.
 *
 * A batch is as wide as its longest text has tokens, and the width changes the order in which some sums are added:
 * those over a width that is a multiple of four are added in fours; otherwise what is beyond the last multiple of
 * four is added one by one. So a text gets its own sums in a batch whose width is of the same kind as its length.
 */

export interface TextGroup {
  /** The indexes of the texts. */
  readonly indexes: readonly number[];
  /** The tokens of the longest text, and of each text. Empty for a text of unknown length, which is alone. */
  readonly width: number;
  readonly lengths: readonly number[];
}

/** Padding is work too: a group is at most this much wider than its shortest text. */
const maxPadding = 1.5;

/** More tokens in one batch make it no faster. */
const maxTokensPerGroup = 512;

/** `lengths` are in tokens; undefined for texts that have to be alone. */
export function groupTexts(
  lengths: readonly (number | undefined)[],
  { onlyEqualLengths = false } = {},
): TextGroup[] {
  const known = [...lengths.entries()].flatMap(([index, length]) =>
    length === undefined ? [] : [{ index, length }],
  );
  const byKind = Map.groupBy(known, ({ length }) => (onlyEqualLengths ? length : kindOfWidth(length)));
  const groups = [...byKind.values()].flatMap(divide);
  const alone = [...lengths.keys()].filter((index) => lengths[index] === undefined);
  return [...groups, ...alone.map((index) => ({ indexes: [index], width: 0, lengths: [] }))];
}

/** 0 for all multiples of four; the other widths between two multiples of four are of one kind. */
function kindOfWidth(width: number): number {
  return width % 4 === 0 ? 0 : Math.ceil(width / 4);
}

function divide(texts: readonly { index: number; length: number }[]): TextGroup[] {
  const groups: { index: number; length: number }[][] = [];
  for (const text of texts.toSorted((a, b) => a.length - b.length)) {
    const group = groups.at(-1);
    const shortest = group?.[0]?.length ?? 0;
    const fits =
      group !== undefined &&
      text.length <= maxPadding * shortest &&
      text.length * (group.length + 1) <= maxTokensPerGroup;
    if (fits) group.push(text);
    else groups.push([text]);
  }
  return groups.map((group) => ({
    indexes: group.map(({ index }) => index),
    width: group.at(-1)?.length ?? 0,
    lengths: group.map(({ length }) => length),
  }));
}

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;
const sentenceEnd = /\p{Sentence_Terminal}/u;
/** No space stands between these and the next sentence. */
const wideSentenceEnd = /[。！？｡]/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Whether Bergamot could divide the text into several sentences, each with a row of its own in the batch. It
 * divides after a sign that ends a sentence and whitespace, and at line breaks. When in doubt, true.
 */
export function mayHaveSeveralSentences(text: string): boolean {
  const trimmed = text.trim();
  if (lineBreak.test(trimmed)) return true;
  let end: string | undefined;
  for (const character of trimmed) {
    if (sentenceEnd.test(character)) end = character;
    else if (end === undefined) continue;
    else if (/\s/.test(character)) return true;
    else if (letterOrDigit.test(character)) {
      if (wideSentenceEnd.test(end)) return true;
      end = undefined;
    }
  }
  return false;
}
