/** A copy of the checkout, with what is not committed, in which one mistake at a time is made. The checkout stays as it is. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutation } from './mutation.ts';
import { findSqlFunction } from './sql-function.ts';

const migrations = 'src/store/postgres/migrations';

/** What the tests read; a runbook is one of them. */
const copied = [
  'src',
  'test',
  'dashboard',
  'docs/operate',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

export interface ScratchCopy extends Disposable {
  readonly folder: string;
  /** Makes the mistake and returns how it is taken back, or says why it can't be made. */
  apply(mutation: Mutation): (() => void) | string;
}

export function makeScratchCopy(): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-mutations-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...copied];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
  for (const file of files) if (file !== '' && existsSync(file)) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    apply: (mutation) => applyIn(folder, mutation),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function applyIn(folder: string, mutation: Mutation): (() => void) | string {
  const place = locate(folder, mutation);
  if (typeof place === 'string') return place;
  const before = readFileSync(place.path, 'utf8');
  let part = before.slice(place.start, place.end);
  for (const [from, to] of mutation.edits) {
    const found = part.split(from).length - 1;
    if (found !== 1) return `found ${found} times: ${from}`;
    part = part.replace(from, () => to);
  }
  writeFileSync(place.path, before.slice(0, place.start) + part + before.slice(place.end ?? before.length));
  return () => writeFileSync(place.path, before);
}

function locate(folder: string, mutation: Mutation): { path: string; start: number; end?: number } | string {
  if ('sqlFunction' in mutation.in) {
    const { sqlFunction } = mutation.in;
    return findSqlFunction(join(folder, migrations), sqlFunction) ?? `no migration defines ${sqlFunction}`;
  }
  const path = join(folder, mutation.in.file);
  return existsSync(path) ? { path, start: 0 } : `there is no ${mutation.in.file}`;
}
