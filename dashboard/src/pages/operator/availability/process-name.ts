import type { Availability } from '../../../api/operator-queries.ts';
import { nodeName } from '../../../components/node-name.ts';
import { t } from '../../../lib/messages.ts';

type Process = NonNullable<Availability['processes']>[number];

/** A document worker of an earlier version does not say who it is. */
export function processName({ host, process_id }: Pick<Process, 'host' | 'process_id'>): string {
  return host === null || process_id === null
    ? t('a document worker of an earlier version')
    : nodeName({ host, process_id });
}
