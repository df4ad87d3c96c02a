/** Keeps the detected language of a text, so that it does not change with every sentence. */

interface Detection {
  readonly language: string;
  readonly text: string;
}

export class SourceLanguage {
  #detection: Detection | undefined;

  /** The language to name in the next call; undefined: let the server detect it. */
  of(text: string): string | undefined {
    if (this.#detection === undefined) return undefined;
    const { language, text: before } = this.#detection;
    return isMostlyNew(before, text) ? undefined : language;
  }

  /** The last one, also while a new detection is due. */
  get shown(): string | undefined {
    return this.#detection?.language;
  }

  /** `found`: the detected language of each text that was sent, with its length. */
  detected(text: string, found: readonly { readonly language: string; readonly characters: number }[]): void {
    const totals = new Map<string, number>();
    for (const { language, characters } of found)
      totals.set(language, (totals.get(language) ?? 0) + characters);
    const [first] = [...totals].toSorted(([, a], [, b]) => b - a);
    if (first !== undefined) this.#detection = { language: first[0], text };
  }

  forget(): void {
    this.#detection = undefined;
  }
}

/** Whether more than half of the text is neither at the beginning nor at the end of the one before. */
function isMostlyNew(before: string, text: string): boolean {
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end++;
  return text.length - start - end > text.length / 2;
}
