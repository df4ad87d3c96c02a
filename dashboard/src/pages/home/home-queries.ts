import { useQuery } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import type { Answer } from '../../api/queries.ts';
import { useWatchInterval } from '../../state/watch.ts';

export type Home = Answer<'readHome'>;
export type Pair = Home['pairs']['shown'][number];
export type EngineState = Home['engines'][number];

/** Asked again every few seconds until the team has made its first call, so that the checklist ticks by itself. */
export function useHome(team: string) {
  const watch = useWatchInterval();
  return useQuery({
    queryKey: ['home', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/home', at({ team }))),
    // Whoever comes back from a step expects it to be ticked.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.checklist.has_call === false ? watch() : false),
  });
}
