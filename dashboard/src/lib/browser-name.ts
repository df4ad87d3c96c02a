import { t } from './messages.ts';

/** Short names for user agents. The order matters: the first match wins. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Linux`. An unknown user agent is returned unchanged. */
export function browserName(userAgent: string): string {
  const first = (names: typeof browsers | typeof systems) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
