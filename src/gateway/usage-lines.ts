import type { UsageLine } from '../metering/metering.ts';
import type { Translation } from '../translate/translator.ts';

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
