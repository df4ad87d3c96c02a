/** Single sign-on: leaves for the provider, and comes back. This tab keeps the secret that proves that it is the same browser. */
import { t } from '../lib/messages.ts';
import { answered, client } from './client.ts';
import { keepSignedIn } from './keep-signed-in.ts';
import { canShareSession } from './session-token.ts';

const name = 'dragoman-provider-sign-in';

interface Leaving {
  readonly secret: string;
  /** The page to show afterwards. */
  readonly next: string;
  /** A computer that others use as well. */
  readonly isShared: boolean;
}

export async function leaveForProvider({ next, isShared }: Omit<Leaving, 'secret'>): Promise<void> {
  const { url, secret } = await answered(client.POST('/api/sign-in/provider'));
  sessionStorage.setItem(name, JSON.stringify({ secret, next, isShared } satisfies Leaving));
  location.assign(url);
}

let returning: Promise<string> | undefined;

/** The page to show next. An answer is used once, also if a page asks for it twice. */
export function returnFromProvider(): Promise<string> {
  returning ??= finish().finally(() => {
    returning = undefined;
  });
  return returning;
}

async function finish(): Promise<string> {
  const { hash, search } = location;
  const sent = new URLSearchParams(hash === '' ? search : hash.slice(1));
  // The code stays neither in the address bar nor in the history.
  history.replaceState(history.state, '', location.pathname);
  const { secret, next, isShared } = takeLeaving();
  if (secret === '')
    throw new Error(t('This sign-in did not begin in this tab, or was already used. Start again.'));
  const answer = Object.fromEntries(
    ['code', 'state', 'iss', 'error'].flatMap((member) => {
      const value = sent.get(member);
      return value === null ? [] : [[member, value]];
    }),
  );
  const renewable = !isShared && canShareSession();
  const signedIn = await answered(
    client.POST('/api/sign-in/provider/finish', { body: { secret, answer, renewable } }),
  );
  keepSignedIn(signedIn);
  return next;
}

function takeLeaving(): Leaving {
  const { secret, next, isShared } = Object(
    JSON.parse(sessionStorage.getItem(name) ?? 'null'),
  ) as Partial<Leaving>;
  sessionStorage.removeItem(name);
  return { secret: secret ?? '', next: next ?? '/', isShared: isShared === true };
}

/** Where to sign out at the provider; null if the session did not begin there. */
export async function readProviderSignOut(): Promise<string | null> {
  return (await answered(client.GET('/api/sign-out/provider'))).url;
}
