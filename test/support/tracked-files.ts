/** The files of this repository as a clone has them, with what is not committed yet. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

export function copyTrackedFiles(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(folder, file));
}
