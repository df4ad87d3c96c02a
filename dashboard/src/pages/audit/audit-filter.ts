/** Filter of the audit log, as stored in the page's URL. */
import type { AuditQuestion } from '../../api/team-queries.ts';
import { actionChoices } from '../../components/entry-words.ts';
import { openBoundsOf, readRange, type TimeRange, writeRange } from '../../lib/time-range.ts';

export interface AuditFilter {
  readonly range: TimeRange;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
}

export function readFilter(search: URLSearchParams): AuditFilter {
  const action = search.get('action') ?? '';
  return {
    range: readRange(search),
    actor: search.get('actor') ?? '',
    action: actionChoices().some(({ value }) => value === action) ? action : '',
    subject: search.get('subject') ?? '',
  };
}

export function writeFilter(search: URLSearchParams, { range, ...texts }: AuditFilter): void {
  writeRange(search, range);
  for (const [name, value] of Object.entries(texts)) {
    if (value === '') search.delete(name);
    else search.set(name, value);
  }
}

export function isNarrowed({ actor, action, subject }: AuditFilter): boolean {
  return `${actor}${action}${subject}` !== '';
}

export function questionOf(filter: AuditFilter, nowMs: number): AuditQuestion {
  const { actor, action, subject } = filter;
  return {
    ...openBoundsOf(filter.range, nowMs),
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(subject !== '' && { subject }),
  };
}
