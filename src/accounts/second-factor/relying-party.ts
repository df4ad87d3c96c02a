/** For which address passkeys are made. Browsers offer a passkey to its own host alone, so a copy of the page elsewhere gets none. */
import { isIP } from 'node:net';

export interface RelyingParty {
  /** The host that authenticators sign. */
  readonly id: string;
  /** Where the browser must have been. */
  readonly origin: string;
}

/** Undefined where browsers have no passkeys: over plain HTTP except on `localhost`, and at an IP address. */
export function relyingPartyOf(consoleUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(consoleUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}
