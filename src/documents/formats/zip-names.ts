/** Names of parts that mean one place, in every program that reads them. */
import { DocumentFault } from './format.ts';

const longestName = 1_024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unsafe = /[\u0000-\u001f\u007f\\:]/;

/** `seen` are the names before it; parts whose names differ in capitals alone are the same part to Office. */
export function checkName(name: string, seen: Set<string>): void {
  // A folder has an entry of its own in archives that were packed by hand.
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  const isUnsafe =
    name.length > longestName ||
    unsafe.test(name) ||
    segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (isUnsafe) throw new DocumentFault('The file is refused: the name of a part leads out of the archive.');
  const key = name.toLowerCase();
  if (seen.has(key))
    throw new DocumentFault('The file is refused: two parts of the archive have the same name.');
  seen.add(key);
}
