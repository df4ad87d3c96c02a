import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '../lib/messages.ts';
import { Refusal } from './client.ts';

/** What a change tells the user where the page itself does not show it. See `components/query-client.ts`. */
export interface Telling<Input = never, Output = never> {
  /** A message once the change is made. */
  readonly done?: (input: Input, output: Output) => string;
  /** Whether a failure is told too: for actions without a dialog or a form that shows it. */
  readonly isFailureTold?: boolean;
  /** Whether the answer is shown once. It then does not wait for the lists: a page that is left until then would lose it. */
  readonly isShownOnce?: boolean;
  /** What to do if nobody knows whether the change was made. */
  readonly unconfirmed?: () => string;
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
    mutationFn: (input: Input) =>
      change(input).catch((error: unknown) => asUnconfirmed(error, telling.unconfirmed?.())),
    meta: { telling },
    onSettled: () => {
      const lists = Promise.all(refreshed.map((queryKey) => queries.invalidateQueries({ queryKey })));
      return telling.isShownOnce === true ? undefined : lists;
    },
  });
}

/** For calls of the API, which cost characters. Whoever repeats one may pay twice. */
export function asUnconfirmedCall(error: unknown): never {
  return asUnconfirmed(
    error,
    t(
      'The server did not answer, so the call may have been made and charged. Look for it on the page "Requests" before you repeat it.',
    ),
  );
}

/**
 * For the errors of every request that changes something: if nobody knows whether the change was made, whoever simply repeats
 * it may make it twice. `words` say what may have happened.
 */
export function asUnconfirmed(
  error: unknown,
  words = t('The server did not confirm the change, so it may have been made. Check before you try again.'),
): never {
  if (!(error instanceof Refusal) || !error.isUnconfirmed) throw error;
  throw new Refusal('unconfirmed', words, error.requestId);
}
