/** What breaks a bound, kept outside of the repository: to be looked at, and to become an entry of the corpus. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './judge-climb.ts';
import type { PumpedInput } from './pumped-input.ts';

const folder = process.env.DRAGOMAN_COMPLEXITY_FINDINGS ?? join(tmpdir(), 'dragoman-complexity');

export interface Finding extends PumpedInput {
  readonly target: string;
}

/** Says in one line what was found, and how to see it again. */
export function keepFinding({ target, input, problems }: Verdict, name: string): string {
  const { fields, options } = input;
  const file = join(folder, `${target}-${name}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ target, problems, fields, options }, undefined, 2)}\n`);
  return `${target}: ${problems.join(', ')}\n  ${JSON.stringify({ fields, options })}\n  DRAGOMAN_COMPLEXITY_REPLAY=${file} npm run complexity`;
}

export function readFinding(file: string): Finding {
  return JSON.parse(readFileSync(file, 'utf8')) as Finding;
}

/** Figures, for people and for the documentation. */
export function report(line: string): void {
  process.stdout.write(`[complexity] ${line}\n`);
}
