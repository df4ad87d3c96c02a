/**
 * Translates the texts of a job in as few calls to the WASM as possible, such that each text gets the translation
 * that it gets alone.
 */
import { groupTexts, mayHaveSeveralSentences, type TextGroup } from './text-groups.ts';
import type { TokenCounter } from './vocabulary/token-counter.ts';

/** What a call to the WASM returned, and what was seen of its work. */
export interface WasmCall {
  readonly answers: readonly string[];
  /** Texts in the largest batch times its width. */
  readonly rows: number;
  /** The tokens of the longest answer. */
  readonly steps: number;
}

/** Longer sentences are divided by Bergamot (`max-length-break`). */
const maxTokens = 100;

/** Bergamot cuts an answer off at so many tokens for each token of the widest text (`max-length-factor`). */
const maxStepsPerToken = 2;

/** A model of which more answers than this are cut off groups only texts of equal length. */
const maxRepeatedShare = 0.1;
const recentTexts = 200;

export class GroupedTranslation {
  readonly #counter: Pick<TokenCounter, 'count'>;
  readonly #call: (texts: readonly string[]) => WasmCall;
  #grouped = 0;
  #repeated = 0;

  constructor(counter: Pick<TokenCounter, 'count'>, call: (texts: readonly string[]) => WasmCall) {
    this.#counter = counter;
    this.#call = call;
  }

  translate(texts: readonly string[]): string[] {
    const answers = new Array<string>(texts.length);
    const lengths = texts.length === 1 ? [undefined] : texts.map((text) => this.#lengthOf(text));
    const onlyEqualLengths = this.#repeated > Math.max(2, maxRepeatedShare * this.#grouped);
    for (const group of groupTexts(lengths, { onlyEqualLengths })) {
      const translated = this.#translateGroup(
        group,
        group.indexes.map((index) => texts[index] ?? ''),
      );
      for (const [i, index] of group.indexes.entries()) answers[index] = translated[i] ?? '';
    }
    return answers;
  }

  /** In tokens, with the one that ends the sentence. Undefined if the text must be alone. */
  #lengthOf(text: string): number | undefined {
    if (mayHaveSeveralSentences(text)) return undefined;
    const length = this.#counter.count(text) + 1;
    return length < 2 || length > maxTokens ? undefined : length;
  }

  #translateGroup({ width, lengths }: TextGroup, texts: readonly string[]): string[] {
    const { answers, rows, steps } = this.#call(texts);
    if (texts.length === 1) return [...answers];
    // The lengths were not what Bergamot makes of the texts, so they may not be in the right group.
    const isAsPlanned = rows === width * texts.length && steps > 0;
    const isComplete = (i: number) => isAsPlanned && steps <= maxStepsPerToken * (lengths[i] ?? 0);
    const repeated = [...texts.keys()].filter((i) => !isComplete(i));
    this.#note(texts.length, repeated.length);
    const completed = [...answers];
    // Alone, the answer might have been cut off earlier. Beside texts of its own length it is cut off as it is alone.
    for (const indexes of Map.groupBy(repeated, (i) => (isAsPlanned ? lengths[i] : -i)).values()) {
      const again = this.#call(indexes.map((i) => texts[i] ?? '')).answers;
      for (const [place, i] of indexes.entries()) completed[i] = again[place] ?? '';
    }
    return completed;
  }

  #note(grouped: number, repeated: number): void {
    this.#grouped += grouped;
    this.#repeated += repeated;
    if (this.#grouped < recentTexts) return;
    this.#grouped /= 2;
    this.#repeated /= 2;
  }
}
