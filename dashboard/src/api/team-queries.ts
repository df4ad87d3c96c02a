/** Queries of a team's pages: limits, audit log, invitations and sessions. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answered, at, client } from './client.ts';
import { pollInterval } from './poll-interval.ts';
import type { Answer } from './queries.ts';

export type Limits = Answer<'readLimits'>;
export type TeamSession = Answer<'listTeamSessions'>['sessions'][number];
export type AuditPart = Answer<'listAuditEntries'>;
export type AuditEntry = AuditPart['entries'][number];

/** Operators rarely change limits, but an open page should show a change soon. */
const limitsRefreshMs = 10_000;

export function useLimits(team: string) {
  return useQuery({
    queryKey: ['limits', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/limits', at({ team }))),
    refetchInterval: pollInterval(limitsRefreshMs),
  });
}

export function useInvitations(team: string) {
  return useQuery({
    queryKey: ['invitations', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/invitations', at({ team }))),
  });
}

export function useTeamSessions(team: string) {
  return useQuery({
    queryKey: ['team-sessions', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/sessions', at({ team }))),
  });
}

/** Filter of the audit log. An omitted field matches everything. */
export interface AuditQuestion {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  /** The entries become a file. */
  readonly export?: 'csv';
}

export function readAudit(
  team: string,
  question: AuditQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<AuditPart> {
  const query = { ...question, limit, ...(cursor !== undefined && { cursor }) };
  return answered(client.GET('/api/teams/{team}/audit', at({ team }, { query })));
}

const entriesAtOnce = 50;

/** `ask` builds the filter at request time; `name` identifies it in the query key. */
export function useAudit(team: string, name: string, ask: () => AuditQuestion) {
  return useInfiniteQuery({
    queryKey: ['audit', team, name],
    queryFn: ({ pageParam }) => readAudit(team, ask(), pageParam, entriesAtOnce),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: AuditPart) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}
