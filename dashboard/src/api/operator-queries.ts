/** Queries of the operator's pages. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answered, at, client } from './client.ts';
import { pollInterval } from './poll-interval.ts';
import type { Answer } from './queries.ts';

export type OperatedTeam = Answer<'searchTeams'>['teams'][number];
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

/** Returns null when the team does not exist. */
export function useOperatedTeam(id: string, isAsked = true) {
  return useQuery({
    queryKey: ['operator', 'team', id],
    queryFn: async (): Promise<OperatedTeam | null> => {
      const found = await answered(client.GET('/api/operator/teams', { params: { query: { search: id } } }));
      return found.teams.find((team) => team.id === id) ?? null;
    },
    enabled: isAsked,
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
