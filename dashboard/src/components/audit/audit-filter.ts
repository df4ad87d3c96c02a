/** Filters of the audit logs, as stored in the URLs of their pages. */
import { t } from '../../lib/messages.ts';
import { openBoundsOf, readRange, type TimeRange, writeRange } from '../../lib/time-range.ts';
import { writeText } from '../../lib/write-text.ts';
import { actionChoices } from '../entry-words.ts';
import { kindChoices } from './kind-words.ts';

export interface AuditFilter {
  readonly range: TimeRange;
  /** An action or a kind. */
  readonly what: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** What one of the logs is filtered by. */
export interface AuditScope {
  /** The name of the choice in the URL. */
  readonly choice: 'action' | 'kind';
  readonly choices: () => readonly { readonly value: string; readonly label: string }[];
  /** By what the server calls them: the name in the URL, where `team` is the one that is chosen in the side bar. */
  readonly texts: Readonly<Record<string, string>>;
}

export const teamLog: AuditScope = {
  choice: 'action',
  choices: actionChoices,
  texts: { actor: 'actor', subject: 'subject' },
};

export const allLogs: AuditScope = {
  choice: 'kind',
  choices: kindChoices,
  texts: { actor: 'actor', team: 'in', subject: 'subject' },
};

/** The field of a text. */
export const textFields = (): Readonly<Record<string, { label: string; placeholder: string }>> => ({
  actor: { label: t('Who'), placeholder: t('name or id') },
  team: { label: t('Team'), placeholder: t('name or id') },
  subject: { label: t('Subject'), placeholder: t('an id') },
});

export function readFilter(search: URLSearchParams, { choice, choices, texts }: AuditScope): AuditFilter {
  const chosen = search.get(choice) ?? '';
  return {
    range: readRange(search),
    what: choices().some(({ value }) => value === chosen) ? chosen : '',
    texts: mapped(texts, (place) => search.get(place) ?? ''),
  };
}

export function writeFilter(
  search: URLSearchParams,
  filter: AuditFilter,
  { choice, texts }: AuditScope,
): void {
  writeRange(search, filter.range);
  writeText(search, choice, filter.what);
  for (const [name, place] of Object.entries(texts)) writeText(search, place, filter.texts[name] ?? '');
}

export function isNarrowed({ what, texts }: AuditFilter): boolean {
  return [what, ...Object.values(texts)].join('') !== '';
}

/** The filter without everything that narrows it but the time. */
export function widened({ range, texts }: AuditFilter): AuditFilter {
  return { range, what: '', texts: mapped(texts, () => '') };
}

/** What the server is asked: an omitted member matches everything. */
export function questionOf(filter: AuditFilter, { choice }: AuditScope, nowMs: number) {
  const given = Object.entries({ [choice]: filter.what, ...filter.texts }).filter(
    ([, value]) => value !== '',
  );
  return { ...openBoundsOf(filter.range, nowMs), ...Object.fromEntries(given) };
}

function mapped(texts: Readonly<Record<string, string>>, to: (text: string) => string) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, to(text)]));
}
