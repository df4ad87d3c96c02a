import { keepStored, readStored } from '../lib/stored.ts';

/** The session token. It exists only in this tab and is lost when the tab is closed. */
const name = 'dragoman-session';

export function readToken(): string | null {
  return sessionStorage.getItem(name);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(name, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(name);
}

const deviceName = 'dragoman-device';

/** Shows that a user signed in here before. It grants no access, so it outlives the tab. */
export function readDevice(): { device?: string } {
  const device = readStored(deviceName);
  // The server would reject a damaged value on every sign-in.
  return device !== null && /^[\w-]{43}$/.test(device) ? { device } : {};
}

export function keepDevice(device: string): void {
  keepStored(deviceName, device);
}
