import { renewalOf } from './renew-session.ts';
import type { paths } from './schema.d.ts';
import { keepSession } from './session-token.ts';

type SignedIn =
  paths['/api/sign-in/provider/finish']['post']['responses']['200']['content']['application/json'];

export type SignedInBrowser =
  paths['/api/sign-in/code']['post']['responses']['200']['content']['application/json'];

/** Keeps the session that a sign-in started, however the person signed in. */
export function keepSignedIn({ user_id, token, token_expires_in, refresh_token }: SignedIn): void {
  const isRenewed = refresh_token !== null && token_expires_in !== null;
  const renewal = isRenewed ? renewalOf({ refresh_token, token_expires_in }) : null;
  keepSession({ user: user_id, token, renewal });
}
