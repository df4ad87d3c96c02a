/** A team that an operator looks at. Apart from the other queries of operators, because every page loads it first. */
import { useQuery } from '@tanstack/react-query';
import { answered, client } from './client.ts';
import type { Answer } from './queries.ts';

export type OperatedTeam = Answer<'searchTeams'>['teams'][number];

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
