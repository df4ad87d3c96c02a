/** The files of this repository as a clone has them, with what is not committed yet. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

export function trackedFiles(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { encoding: 'utf8' }).split('\0').filter(Boolean);
}

export function copyTrackedFiles(folder: string): void {
  for (const file of trackedFiles()) cpSync(file, join(folder, file));
}
