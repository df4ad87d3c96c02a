/** Queries of the operator's pages. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { boundsOf, type TimeRange } from '../lib/time-range.ts';
import { answered, at, client } from './client.ts';
import { pollInterval } from './poll-interval.ts';
import type { Answer } from './queries.ts';

export type TeamSettings = Answer<'readTeamSettings'>;
export type Installation = Answer<'readInstallation'>;
export type InstalledNode = Installation['nodes'][number];

export interface TeamsQuestion {
  readonly search: string;
  readonly state: 'active' | 'suspended' | undefined;
  readonly cursor: string | undefined;
}

/** Few enough to scan by eye; the search finds the others. */
const teamsAtOnce = 50;

export function useOperatedTeams({ search, state, cursor }: TeamsQuestion) {
  return useQuery({
    queryKey: ['operator', 'teams', search, state, cursor],
    queryFn: () => {
      const query = {
        limit: teamsAtOnce,
        ...(search && { search }),
        ...(state && { state }),
        ...(cursor && { cursor }),
      };
      return answered(client.GET('/api/operator/teams', { params: { query } }));
    },
    placeholderData: keepPreviousData,
  });
}

export function useTeamSettings(id: string) {
  return useQuery({
    queryKey: ['operator', 'settings', id],
    queryFn: () => answered(client.GET('/api/operator/teams/{id}/settings', at({ id }))),
  });
}

export function useTeamHistory(id: string) {
  return useInfiniteQuery({
    queryKey: ['operator', 'history', id],
    queryFn: ({ pageParam }) => {
      const query = { limit: 20, ...(pageParam && { cursor: pageParam }) };
      return answered(client.GET('/api/operator/teams/{id}/history', at({ id }, { query })));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export type InstallationUsage = Answer<'readInstallationUsage'>;
export type InstallationUsageGroup = 'team' | 'engine' | 'pair';

interface InstallationUsageQuestion {
  readonly range: TimeRange;
  readonly group: InstallationUsageGroup;
}

/** `all`: as many as the server gives at once. */
const usageRowLimits = { shown: 100, all: 50_000 } as const;

export function readInstallationUsage(
  { range, group }: InstallationUsageQuestion,
  rows: keyof typeof usageRowLimits,
): Promise<InstallationUsage> {
  const { from, to } = boundsOf(range, Date.now());
  const query = { from, to, group, limit: usageRowLimits[rows] };
  return answered(client.GET('/api/operator/usage', { params: { query } }));
}

/** Not polled: it reads the usage of every team. */
export function useInstallationUsage(question: InstallationUsageQuestion) {
  return useQuery({
    queryKey: ['operator', 'usage', question],
    queryFn: () => readInstallationUsage(question, 'shown'),
  });
}

export type AnyUser = Answer<'searchUsers'>['users'][number];

export function useAllUsers(search: string) {
  return useInfiniteQuery({
    queryKey: ['operator', 'users', search],
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      return answered(client.GET('/api/operator/users', { params: { query } }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Nodes report at this interval. */
export const installationRefreshMs = 5_000;

/** Every report has new times. */
const installationMark = ({ nodes }: Installation) =>
  JSON.stringify(nodes.map(({ last_seen_at: _seen, reported_at: _reported, ...shown }) => shown));

export function useInstallation() {
  return useQuery({
    queryKey: ['operator', 'installation'],
    queryFn: () => answered(client.GET('/api/operator/installation')),
    refetchInterval: pollInterval(installationRefreshMs, installationMark),
    // A user who returns to the page waits for fresh figures instead of seeing old ones.
    gcTime: 0,
  });
}

export type Availability = Answer<'readAvailability'>;

/** Times of heartbeats and of housekeeping change all the time, and so does the lag of a standby. */
const availabilityMark = ({ processes, housekeeping, postgres, redis, documents }: Availability) =>
  JSON.stringify([
    processes?.map(({ last_seen_at: _seen, ...shown }) => shown),
    housekeeping?.map(({ task, state }) => [task, state]),
    postgres && {
      ...postgres,
      standbys: postgres.standbys.map(({ name, state, sync_state }) => [name, state, sync_state]),
    },
    redis,
    documents,
  ]);

export function useAvailability() {
  return useQuery({
    queryKey: ['operator', 'availability'],
    queryFn: () => answered(client.GET('/api/operator/availability')),
    refetchInterval: pollInterval(installationRefreshMs, availabilityMark),
    gcTime: 0,
  });
}

export type AllAuditPart = Answer<'listAllAuditEntries'>;
export type AllAuditEntry = AllAuditPart['entries'][number];

/** An omitted field matches everything. */
export interface AllAuditQuestion {
  readonly kind?: string;
  readonly actor?: string;
  readonly team?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

export function readAllAudit(
  question: AllAuditQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<AllAuditPart> {
  const query = { ...question, limit, ...(cursor !== undefined && { cursor }) };
  return answered(client.GET('/api/operator/audit', { params: { query } }));
}

const entriesAtOnce = 50;

/** `ask` builds the filter at request time; `name` identifies it in the query key. */
export function useAllAudit(name: string, ask: () => AllAuditQuestion) {
  return useInfiniteQuery({
    queryKey: ['operator', 'audit', name],
    queryFn: ({ pageParam }) => readAllAudit(ask(), pageParam, entriesAtOnce),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: AllAuditPart) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Not polled: it counts the entries of all teams. */
export function useAuditSummary() {
  return useQuery({
    queryKey: ['operator', 'audit-summary'],
    queryFn: () => answered(client.GET('/api/operator/audit/summary')),
  });
}
