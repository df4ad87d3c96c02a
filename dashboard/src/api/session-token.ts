/**
 * The tokens of the session. The tabs of a browser share them in the local storage. On a shared computer they are in the
 * session storage, which belongs to one tab and ends with it.
 */
import { keepStored, readStored } from '../lib/stored.ts';

const name = 'dragoman-session';

export interface BrowserSession {
  readonly user: string;
  readonly token: string;
  /** Null: the token lasts as long as the session. */
  readonly renewal: { readonly refreshToken: string; readonly dueAt: number } | null;
}

export function readSession(): BrowserSession | null {
  return parse(readTab()) ?? parse(readStored(name));
}

/** A browser may refuse storage of any kind. */
function readTab(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function readToken(): string | null {
  return readSession()?.token ?? null;
}

/** A session that is not renewed belongs to this tab alone. */
export function keepSession(session: BrowserSession): void {
  const text = JSON.stringify(session);
  if (session.renewal === null) sessionStorage.setItem(name, text);
  else {
    sessionStorage.removeItem(name);
    keepStored(name, text);
  }
  userHere = session.user;
}

export function forgetSession(): void {
  if (readTab() === null) keepStored(name, null);
  else sessionStorage.removeItem(name);
  userHere = undefined;
}

/** Whether this browser keeps what tabs share: its storage may be turned off. */
export function canShareSession(): boolean {
  const probe = `${name}-probe`;
  keepStored(probe, 'yes');
  const isKept = readStored(probe) === 'yes';
  keepStored(probe, null);
  return isKept;
}

/** Whose data this tab shows. Somebody else may sign in in another tab. */
let userHere = readSession()?.user;

export function hasAnotherUser(): boolean {
  const now = readSession()?.user;
  return userHere !== undefined && now !== undefined && now !== userHere;
}

export type SessionChange = 'signed in' | 'signed out' | 'another user' | 'none';

/** What another tab did to the session. */
export function readSessionChange(): SessionChange {
  const before = userHere;
  userHere = readSession()?.user;
  if (userHere === before) return 'none';
  if (userHere === undefined) return 'signed out';
  return before === undefined ? 'signed in' : 'another user';
}

function parse(text: string | null): BrowserSession | null {
  try {
    const { user, token, renewal } = Object(JSON.parse(text ?? 'null')) as Partial<BrowserSession>;
    return typeof user === 'string' && typeof token === 'string'
      ? { user, token, renewal: renewal ?? null }
      : null;
  } catch {
    return null;
  }
}

const deviceName = 'dragoman-device';

/** Shows that a user signed in here before. It grants no access, so it outlives the session. */
export function readDevice(): { device?: string } {
  const device = readStored(deviceName);
  // The server would reject a damaged value on every sign-in.
  return device !== null && /^[\w-]{43}$/.test(device) ? { device } : {};
}

export function keepDevice(device: string): void {
  keepStored(deviceName, device);
}
