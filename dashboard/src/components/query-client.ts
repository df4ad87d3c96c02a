import { MutationCache, QueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/client.ts';
import { errorWords } from './problem-words.ts';
import { showToast } from './toast.tsx';

/** The queries and changes of the dashboard. What a change tells the user is shown here, whatever page is open by then. */
export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (output, input, _result, { meta }) => {
        const words = meta?.telling?.done?.(input as never, output as never);
        if (words !== undefined) showToast(words);
      },
      onError: (error, _input, _result, { meta }) => {
        if (meta?.telling?.isFailureTold === true) showToast(errorWords(error), 'bad');
        // A forbidden action that the page offered means a changed role or a suspension: reload `me` to show it.
        return error instanceof Refusal && error.code === 'forbidden'
          ? queries.invalidateQueries({ queryKey: ['me'] })
          : undefined;
      },
    }),
    defaultOptions: {
      // An error answer is final: a retry would get the same one. A machine that is offline may still reach a server of its
      // own network, so nothing waits for the browser to be online.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}
