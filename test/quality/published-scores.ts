/** What others reached on the same sentences. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../support/test-data.ts';

/** BLEU by system, of one pair such as `en-es`. */
export function publishedBleu(pair: string): Map<string, number> {
  const lines = readFileSync(resolve(dataFolder, 'flores-test-scores.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const scores = new Map<string, number>();
  for (const line of lines) {
    const [of, system = '', bleu] = line.split('\t');
    if (of === pair && bleu) scores.set(system, Number(bleu));
  }
  return scores;
}

/** What a system made of the English sentences in Spanish. */
export function publishedOutput(system: string): string[] {
  const file = resolve(dataFolder, 'flores-test-outputs', `en-es.${system}.txt`);
  return readFileSync(file, 'utf8').trim().split('\n');
}
