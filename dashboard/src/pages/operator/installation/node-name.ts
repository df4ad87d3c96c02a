import type { InstalledNode } from '../../../api/operator-queries.ts';

/** One host can run several nodes. */
export function nodeName({ host, process_id }: Pick<InstalledNode, 'host' | 'process_id'>): string {
  return `${host} (${process_id})`;
}
