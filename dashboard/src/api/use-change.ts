import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A change of the server's data. It refreshes the given queries, also after a refusal: the page may be out of date. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  refreshed: readonly QueryKey[],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all(refreshed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
