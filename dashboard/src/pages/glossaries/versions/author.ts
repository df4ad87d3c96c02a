import type { DictionaryVersion } from '../../../api/queries.ts';

/** Who wrote a version, as far as it is known. */
export function authorOf(version: DictionaryVersion | undefined): string {
  const { type, name } = version?.author ?? { type: null, name: null };
  if (type === 'key') return name === null ? 'A key' : `The key ${name}`;
  if (type === 'command_line') return 'The command line';
  return name ?? 'Somebody';
}
