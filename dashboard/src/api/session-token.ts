/** The token of the session: in this tab alone, gone when it is closed. */
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

/** Says that somebody signed in here before. It opens nothing, so it stays when the tab is closed. */
export function readDevice(): { device?: string } {
  const device = localStorage.getItem(deviceName);
  // A value that something else damaged would be refused for ever.
  return device !== null && /^[\w-]{43}$/.test(device) ? { device } : {};
}

export function keepDevice(device: string): void {
  localStorage.setItem(deviceName, device);
}
