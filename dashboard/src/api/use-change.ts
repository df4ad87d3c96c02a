import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** What a change tells the user where the page itself does not show it. See `components/query-client.ts`. */
export interface Telling<Input = never, Output = never> {
  /** A message once the change is made. */
  readonly done?: (input: Input, output: Output) => string;
  /** Whether a failure is told too: for actions without a dialog or a form that shows it. */
  readonly isFailureTold?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly telling?: Telling };
  }
}

/** A change of the server's data. It refreshes the given queries, also after a refusal: the page may be out of date. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  refreshed: readonly QueryKey[],
  telling: Telling<Input, Output> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { telling },
    onSettled: () => Promise.all(refreshed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
