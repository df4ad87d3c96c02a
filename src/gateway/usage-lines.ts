import type { UsageLine } from '../metering/metering.ts';
import type { TranslatedPart, Translation } from '../translate/translator.ts';

/** The usage of a call by source language and engine: the lines of its ledger row. */
export function usageLines(
  translations: readonly Pick<Translation, 'source' | 'engine' | 'characters'>[],
): UsageLine[] {
  const lines = new Map<string, { source: string; engine: string; characters: number; texts: number }>();
  for (const { source, engine, characters } of translations) {
    const key = `${source} ${engine}`;
    const line = lines.get(key) ?? { source, engine, characters: 0, texts: 0 };
    line.characters += characters;
    line.texts++;
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** The usage of a streamed call, which grows with every part. A text counts with its first part. */
export class SentUsage {
  #lines: ReadonlyMap<string, UsageLine> = new Map();

  get characters(): number {
    return this.lines().reduce((sum, line) => sum + line.characters, 0);
  }

  lines(): UsageLine[] {
    return [...this.#lines.values()];
  }

  /** The lines as they will be when the part has been sent. */
  linesWith(part: TranslatedPart): UsageLine[] {
    return [...this.#with(part).values()];
  }

  add(part: TranslatedPart): void {
    this.#lines = this.#with(part);
  }

  #with({ source, engine, characters, isFirst }: TranslatedPart): ReadonlyMap<string, UsageLine> {
    const key = `${source} ${engine}`;
    const before = this.#lines.get(key) ?? { source, engine, characters: 0, texts: 0 };
    return new Map(this.#lines).set(key, {
      ...before,
      characters: before.characters + characters,
      texts: before.texts + (isFirst ? 1 : 0),
    });
  }
}
