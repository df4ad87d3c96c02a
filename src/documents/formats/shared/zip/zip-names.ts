/** Accepts only part names that every program resolves to the same place. */
import { damagedFile } from './damaged-file.ts';

const longestName = 1_024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them.
const unsafe = /[\u0000-\u001f\u007f\\:]/;

/** `seen` holds the earlier names. Names that differ only in case are the same part to Office. */
export function checkName(name: string, seen: Set<string>): void {
  // Archives that were packed by hand have entries for folders.
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  const isUnsafe =
    name.length > longestName ||
    unsafe.test(name) ||
    segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (isUnsafe) throw damagedFile('a part of the archive has an invalid name');
  const key = name.toLowerCase();
  if (seen.has(key)) throw damagedFile('two parts of the archive have the same name');
  seen.add(key);
}
