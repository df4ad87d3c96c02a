/**
 * Counts the tokens that Bergamot makes of a text: the division into pieces of the vocabulary with the highest
 * total score (a unigram model of SentencePiece).
 */
import { CharacterMap, normalizeText } from './normalize-text.ts';
import { parseVocabulary, pieceTypes, type VocabularyFile } from './vocabulary-file.ts';

/** How much lower an unknown character scores than the least likely piece. */
const unknownPenalty = 10;

/** Most pieces are short: where no piece begins with so many characters, longer ones need not be tried. */
const prefixLengths = [4, 8];

interface Best {
  score: number;
  tokens: number;
  isUnknown: boolean;
}

export class TokenCounter {
  readonly #scores = new Map<string, number>();
  /** The beginnings of pieces, of the lengths above. */
  readonly #prefixes = new Set<string>();
  readonly #characterMap: CharacterMap;
  readonly #hasByteFallback: boolean;
  readonly #unknownScore: number;
  readonly #longestPiece: number;

  private constructor({ pieces, hasByteFallback, characterMap }: VocabularyFile) {
    const normal = pieces.filter(({ type }) => type === pieceTypes.normal);
    const lowest = normal.reduce((lowest, { score }) => Math.min(lowest, score), 0);
    for (const { text, score } of normal) {
      this.#scores.set(text, score);
      for (const length of prefixLengths)
        if (text.length >= length) this.#prefixes.add(text.slice(0, length));
    }
    this.#characterMap = new CharacterMap(characterMap);
    this.#hasByteFallback = hasByteFallback;
    this.#unknownScore = Math.fround(lowest - unknownPenalty);
    this.#longestPiece = normal.reduce((longest, { text }) => Math.max(longest, text.length), 0);
  }

  /** Undefined for a vocabulary of another kind. */
  static fromFile(content: Uint8Array): TokenCounter | undefined {
    const file = parseVocabulary(content);
    return file && new TokenCounter(file);
  }

  count(text: string): number {
    const normalized = normalizeText(text, this.#characterMap);
    const best = new Array<Best | undefined>(normalized.length + 1);
    best[0] = { score: 0, tokens: 0, isUnknown: false };
    for (let start = 0; start < normalized.length; ) {
      const character = String.fromCodePoint(normalized.codePointAt(start) ?? 0);
      const till = best[start];
      if (till !== undefined) this.#extend(normalized, start, character, till, best);
      start += character.length;
    }
    return best[normalized.length]?.tokens ?? 0;
  }

  /** Tries every piece that begins at `start`, and the unknown token if none covers just the character there. */
  #extend(text: string, start: number, character: string, till: Best, best: (Best | undefined)[]): void {
    let isKnown = false;
    const last = Math.min(text.length, start + this.#longestPiece);
    for (let end = start + character.length; end <= last; end++) {
      const piece = text.slice(start, end);
      if (prefixLengths.includes(piece.length) && !this.#prefixes.has(piece)) break;
      const score = this.#scores.get(piece);
      if (score === undefined) continue;
      isKnown ||= end === start + character.length;
      improve(best, end, {
        score: Math.fround(till.score + score),
        tokens: till.tokens + 1,
        isUnknown: false,
      });
    }
    if (isKnown) return;
    const score = Math.fround(till.score + this.#unknownScore);
    const tokens = till.tokens + this.#tokensOfUnknown(character, till.isUnknown);
    improve(best, start + character.length, { score, tokens, isUnknown: true });
  }

  /** Without tokens for bytes, unknown characters one after the other are one token. */
  #tokensOfUnknown(character: string, isAfterUnknown: boolean): number {
    if (this.#hasByteFallback) return Buffer.byteLength(character);
    return isAfterUnknown ? 0 : 1;
  }
}

function improve(best: (Best | undefined)[], end: number, candidate: Best): void {
  const current = best[end];
  if (current === undefined || candidate.score > current.score) best[end] = candidate;
}
