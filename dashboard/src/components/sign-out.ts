import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../api/client.ts';
import { dropQuestion } from '../api/identity.ts';
import { forgetSession } from '../api/session-token.ts';
import { forgetKept } from '../state/kept.ts';
import { goTo } from '../state/navigation.tsx';
import { closeToasts } from './toast.tsx';

/** Ends the session of this browser, and leaves nothing of the user in this tab. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const atProvider = await notForLong(readSignOutUrl());
    // The browser drops the tokens even if the request fails.
    await notForLong(answered(client.POST('/api/sign-out')).catch(() => null));
    forgetSession();
    forgetKept();
    forgetShown(queries);
    goTo('/sign-in');
    // The sign-in page is shown before: "back" from the provider leads to it, and not to a page of the user.
    if (atProvider !== null) location.assign(atProvider);
  };
}

/** A server or a provider that stands still must not keep the person's pages on the screen. */
const patienceMs = 3_000;

function notForLong<T>(work: Promise<T>): Promise<T | null> {
  const overdue = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  return Promise.race([work, overdue]);
}

/** What the session showed. What people typed stays until they sign out: they may sign in again and go on. */
export function forgetShown(queries: QueryClient): void {
  dropQuestion();
  closeToasts();
  queries.clear();
}

/** Loaded when it is needed. A server that cannot be reached knows no address. */
async function readSignOutUrl(): Promise<string | null> {
  try {
    const { readProviderSignOut } = await import('../api/provider-sign-in.ts');
    return await readProviderSignOut();
  } catch {
    return null;
  }
}
