import { countCodePoints } from '../lib/code-points.ts';
import type { UsageLine } from '../metering/metering.ts';
import type { Translation } from '../translate/translator.ts';

/** What a call used, by source language and engine: the lines of its row in the ledger. */
export function usageLines(texts: readonly string[], translations: readonly Translation[]): UsageLine[] {
  const lines = new Map<string, { source: string; engine: string; characters: number; texts: number }>();
  for (const [i, { source, engine }] of translations.entries()) {
    const key = `${source} ${engine}`;
    const line = lines.get(key) ?? { source, engine, characters: 0, texts: 0 };
    line.characters += countCodePoints(texts[i] ?? '');
    line.texts++;
    lines.set(key, line);
  }
  return [...lines.values()];
}
