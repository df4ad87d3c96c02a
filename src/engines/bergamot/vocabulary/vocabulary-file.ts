/** Reads a SentencePiece vocabulary (`.spm`): the pieces with their scores, and how texts are normalised. */
import { readFields } from './read-fields.ts';

/** Only what counting needs. Numbers are those of the file format. */
export const pieceTypes = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;
const unigramModel = 1;
const decoder = new TextDecoder();

export interface Piece {
  readonly text: string;
  readonly score: number;
  readonly type: number;
}

export interface VocabularyFile {
  readonly pieces: readonly Piece[];
  /** Whether unknown characters become one token for each of their bytes. */
  readonly hasByteFallback: boolean;
  /** The compiled rules that replace characters; empty if there are none. */
  readonly characterMap: Uint8Array;
}

/** Undefined if the vocabulary is of a kind that is not supported here, or cannot be read. */
export function parseVocabulary(file: Uint8Array): VocabularyFile | undefined {
  try {
    return readVocabulary(file);
  } catch {
    return undefined;
  }
}

/** The number of tokens; undefined if the file cannot be read. */
export function vocabularySize(file: Uint8Array): number | undefined {
  try {
    return readFields(file).reduce((count, { number }) => count + (number === 1 ? 1 : 0), 0);
  } catch {
    return undefined;
  }
}

function readVocabulary(file: Uint8Array): VocabularyFile | undefined {
  const pieces: Piece[] = [];
  let trainer = new Map<number, number | Uint8Array>();
  let normalizer = new Map<number, number | Uint8Array>();
  for (const { number, value } of readFields(file)) {
    if (typeof value === 'number') continue;
    if (number === 1) pieces.push(readPiece(value));
    if (number === 2) trainer = fieldsOf(value);
    if (number === 3) normalizer = fieldsOf(value);
  }
  const [addsPrefix, trims, escapes] = [3, 4, 5].map((number) => normalizer.get(number) ?? 1);
  const isUsual = addsPrefix === 1 && trims === 1 && escapes === 1 && (trainer.get(24) ?? 0) === 0;
  if ((trainer.get(3) ?? unigramModel) !== unigramModel || !isUsual) return undefined;
  // These are found before a text is normalised.
  if (pieces.some(({ type }) => type === pieceTypes.userDefined)) return undefined;
  const map = normalizer.get(2);
  return {
    pieces,
    hasByteFallback: trainer.get(35) === 1,
    characterMap: map instanceof Uint8Array ? map : new Uint8Array(),
  };
}

function readPiece(message: Uint8Array): Piece {
  const fields = fieldsOf(message);
  const [text, score, type] = [1, 2, 3].map((number) => fields.get(number));
  return {
    text: text instanceof Uint8Array ? decoder.decode(text) : '',
    score: typeof score === 'number' ? score : 0,
    type: typeof type === 'number' ? type : pieceTypes.normal,
  };
}

function fieldsOf(message: Uint8Array): Map<number, number | Uint8Array> {
  return new Map(Array.from(readFields(message), ({ number, value }) => [number, value]));
}
