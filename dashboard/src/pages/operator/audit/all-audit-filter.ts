/** Filter of all audit logs, as stored in the page's URL. */
import type { AllAuditQuestion } from '../../../api/operator-queries.ts';
import { kindChoices } from '../../../components/audit/kind-words.ts';
import { openBoundsOf, readRange, type TimeRange, writeRange } from '../../../lib/time-range.ts';

export interface AllAuditFilter {
  readonly range: TimeRange;
  readonly kind: string;
  readonly actor: string;
  /** In the URL `in`: `team` is the one that is chosen in the side bar. */
  readonly team: string;
  readonly subject: string;
}

const members = { kind: 'kind', actor: 'actor', team: 'in', subject: 'subject' } as const;

export function readFilter(search: URLSearchParams): AllAuditFilter {
  const kind = search.get(members.kind) ?? '';
  return {
    range: readRange(search),
    kind: kindChoices().some(({ value }) => value === kind) ? kind : '',
    actor: search.get(members.actor) ?? '',
    team: search.get(members.team) ?? '',
    subject: search.get(members.subject) ?? '',
  };
}

export function writeFilter(search: URLSearchParams, { range, ...texts }: AllAuditFilter): void {
  writeRange(search, range);
  for (const [name, value] of Object.entries(texts)) {
    const member = members[name as keyof typeof members];
    if (value === '') search.delete(member);
    else search.set(member, value);
  }
}

export function isNarrowed({ kind, actor, team, subject }: AllAuditFilter): boolean {
  return `${kind}${actor}${team}${subject}` !== '';
}

export function questionOf(filter: AllAuditFilter, nowMs: number): AllAuditQuestion {
  const { range, ...texts } = filter;
  const given = Object.entries(texts).filter(([, value]) => value !== '');
  return { ...openBoundsOf(range, nowMs), ...Object.fromEntries(given) };
}
