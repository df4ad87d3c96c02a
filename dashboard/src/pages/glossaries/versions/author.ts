import type { DictionaryVersion } from '../../../api/queries.ts';

/** The author of a version, or a generic name when it is unknown. */
export function authorOf(version: DictionaryVersion | undefined): string {
  const { type, name } = version?.author ?? { type: null, name: null };
  if (type === 'key') return name === null ? 'A key' : `The key ${name}`;
  if (type === 'command_line') return 'The command line';
  return name ?? 'Unknown user';
}
