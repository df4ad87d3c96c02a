/** Which page is for whom, and where a person starts. The server decides about data; this decides what is offered. */
import type { Role } from './api/queries.ts';

const owners: readonly Role[] = ['owner'];
/** See the affairs of the team. */
const readers: readonly Role[] = ['viewer', 'member', 'owner'];
/** Spend the characters of the team. */
const translators: readonly Role[] = ['translator', 'member', 'owner'];
const everybody: readonly Role[] = ['translator', 'viewer', 'member', 'owner'];

/** Pages that are not listed are for those who see the affairs of the team. */
const rolesOfPages: Readonly<Record<string, readonly Role[]>> = {
  '/translate': translators,
  '/documents': everybody,
  '/audit': owners,
  '/account': everybody,
  '/reference': everybody,
};

export function rolesOf(path: string): readonly Role[] {
  return rolesOfPages[path] ?? readers;
}

/** Whether the side bar lists a page for a role. A translator may read the reference, as visitors may, but has no use for it. */
export function isListed(path: string, role: Role): boolean {
  return rolesOf(path).includes(role) && !(path === '/reference' && role === 'translator');
}

/** The path of the page that an address belongs to: the reference has an address for each operation. */
export function pagePath(path: string): string {
  return path.startsWith('/reference/') ? '/reference' : path;
}

/** The page behind `/`: a translator may see nothing of what the home page shows. */
export function landingPath(role: Role | undefined): string {
  return role === 'translator' ? '/translate' : '/home';
}
