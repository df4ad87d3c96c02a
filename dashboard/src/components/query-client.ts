import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/client.ts';
import { errorWords } from './problem-words.ts';
import { showToast } from './toast.tsx';

/** The queries and changes of the dashboard. What a change tells the user is shown here, whatever page is open by then. */
export function createQueryClient(): QueryClient {
  /** What the page offered was refused: the user has another role, left the team, or it was suspended. `me` shows it. */
  const refreshAccess = (error: Error) =>
    error instanceof Refusal && (error.code === 'forbidden' || error.code === 'not_found')
      ? queries.invalidateQueries({ queryKey: ['me'] })
      : undefined;
  const queries: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (output, input, _result, { meta }) => {
        const words = meta?.telling?.done?.(input as never, output as never);
        if (words !== undefined) showToast(words);
      },
      onError: (error, _input, _result, { meta }) => {
        if (meta?.telling?.isFailureTold === true) showToast(errorWords(error), 'bad');
        return refreshAccess(error);
      },
    }),
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => (queryKey[0] === 'me' ? undefined : refreshAccess(error)),
    }),
    defaultOptions: {
      // An error answer is final: a retry would get the same one. A machine that is offline may still reach a server of its
      // own network, so nothing waits for the browser to be online.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
      // What a change was sent and answered may be a password or a key: it is forgotten with the page that shows it.
      mutations: { networkMode: 'always', gcTime: 1_000 },
    },
  });
  return queries;
}
