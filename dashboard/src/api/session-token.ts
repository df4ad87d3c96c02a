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
