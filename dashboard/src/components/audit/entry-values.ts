/** Values of audit log entries in sentences. They are user input, or of a version that this page does not know. */
import type { AuditEntry } from '../../api/team-queries.ts';
import { formatList, formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';

export type Details = AuditEntry['details'];

/** How an action is called in a list of choices, and what an entry says. */
export interface Action {
  readonly label: () => string;
  readonly tell: (details: Details, subjectId: string) => string;
}

export function told(value: unknown): string {
  if (value === null) return t('all');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  return Array.isArray(value) ? formatList(value.map(told)) : String(value ?? '?');
}

export function named(value: unknown): string {
  return t('"{name}"', { name: told(value) });
}

export function counted(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
