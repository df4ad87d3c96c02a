/** Names of what the server names by a code. A code that is not known here is shown as it is. */
import { t, tIn } from '../lib/messages.ts';

const roles: Readonly<Record<string, () => string>> = {
  translator: () => tIn('role', 'translator'),
  viewer: () => tIn('role', 'viewer'),
  member: () => tIn('role', 'member'),
  owner: () => tIn('role', 'owner'),
};

export function roleName(role: string): string {
  return Object.hasOwn(roles, role) ? (roles[role]?.() ?? role) : role;
}

const modes: Readonly<Record<string, () => string>> = {
  live: () => tIn('mode of a key', 'live'),
  test: () => tIn('mode of a key', 'test'),
};

export function modeName(mode: string): string {
  return Object.hasOwn(modes, mode) ? (modes[mode]?.() ?? mode) : mode;
}

const scopes: Readonly<Record<string, () => string>> = {
  translate: () => t('translate texts'),
  usage: () => t('read usage'),
  glossaries: () => t('write glossaries'),
  keys: () => t('create and revoke keys'),
  audit: () => t('read the audit log'),
};

export function scopeName(scope: string): string {
  return Object.hasOwn(scopes, scope) ? (scopes[scope]?.() ?? scope) : scope;
}

const limits: Readonly<Record<string, () => string>> = {
  monthly_quota: () => t('Monthly quota'),
  requests_per_second: () => t('Requests per second'),
  requests_burst: () => t('Burst of requests'),
  characters_per_minute: () => t('Characters per minute'),
  calls_in_flight: () => t('Calls in flight'),
  expires_at: () => t('Expires'),
  networks: () => t('Networks'),
  language_pairs: () => t('Language pairs'),
  monthly_characters: () => t('Characters per month'),
  engines: () => t('Engines'),
  cache: () => t('Cache'),
};

/** Of a limit of a team or a key, or of a setting of a team. */
export function limitName(limit: string): string {
  return Object.hasOwn(limits, limit) ? (limits[limit]?.() ?? limit) : limit.replaceAll('_', ' ');
}
