/** What an operator did, in words. The values are text that others gave: shown, never run. */
import type { HistoryEntry } from '../../../api/operator-queries.ts';
import { formatNumber } from '../../../format.ts';
import type { LimitName } from './team-changes.ts';

export const limitNames: Readonly<Record<LimitName, string>> = {
  monthly_quota: 'Monthly quota',
  requests_per_second: 'Requests per second',
  requests_burst: 'Burst of requests',
  characters_per_minute: 'Characters per minute',
  calls_in_flight: 'Calls in flight',
};

type Details = HistoryEntry['details'];

export function describeEntry({ action, details }: Pick<HistoryEntry, 'action' | 'details'>): string {
  const reason = typeof details.reason === 'string' ? details.reason : '';
  switch (action) {
    case 'team.created':
      return `Created with a quota of ${words(details.monthly_quota)} characters a month`;
    case 'team.suspended':
      return `Suspended: ${reason}`;
    case 'team.resumed':
      return `Resumed: ${reason}`;
    case 'credit.added':
      return `${describeCredit(details)}: ${reason}`;
    case 'limits.changed':
    case 'settings.changed':
      return describeDifferences(details);
    default:
      return action;
  }
}

function describeCredit({ characters, credit_left }: Details): string {
  const amount = Number(characters);
  const verb = amount < 0 ? 'Took back' : 'Added';
  return `${verb} ${words(Math.abs(amount))} characters of credit, then ${words(credit_left)}`;
}

function describeDifferences(details: Details): string {
  const parts = Object.entries(details).map(([name, change]) => {
    const { from, to } = Object(change) as { from?: unknown; to?: unknown };
    return `${limitNames[name as LimitName] ?? name}: ${words(from)} → ${words(to)}`;
  });
  return parts.join('; ');
}

function words(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return value;
  return value === undefined ? 'none' : JSON.stringify(value);
}
