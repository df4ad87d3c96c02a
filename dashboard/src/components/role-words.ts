/** Names of what the server names by a code. A code that is not known here is shown as it is. */
import { tIn } from '../lib/messages.ts';

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
