import type { DictionaryVersion } from '../../../api/queries.ts';
import { t } from '../../../lib/messages.ts';

/** The author of a version, or a generic name when it is unknown. */
export function authorOf(version: DictionaryVersion | undefined): string {
  const { type, name } = version?.author ?? { type: null, name: null };
  if (type === 'key') return name === null ? t('A key') : t('The key {name}', { name });
  if (type === 'command_line') return t('The command line');
  return name ?? t('Unknown user');
}
