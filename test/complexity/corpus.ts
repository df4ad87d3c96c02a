/** The inputs that are kept: one file for each target, each entry with a name that says what it is. */
import { readFileSync } from 'node:fs';
import type { PumpedInput } from './pumped-input.ts';
import type { Target } from './target.ts';

export interface CorpusEntry extends PumpedInput {
  readonly name: string;
  /** It is sent to a server in the short form too; in the long form all are. */
  readonly isSent?: boolean;
}

export function corpusOf(target: Target): CorpusEntry[] {
  const file = new URL(`./corpus/${target.name}.json`, import.meta.url);
  const entries = JSON.parse(readFileSync(file, 'utf8')) as (Omit<CorpusEntry, 'options'> & {
    options?: PumpedInput['options'];
  })[];
  const defaults = Object.entries(target.options).map(([name, [first = '']]) => [name, first]);
  return entries.map((entry) => ({
    ...entry,
    options: { ...Object.fromEntries(defaults), ...entry.options },
  }));
}
