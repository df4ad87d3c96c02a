/** Which page is for whom, and where a person starts. The server decides about data; this decides what is offered. */
import type { OperatorRole, Role, Team } from './api/queries.ts';

const owners: readonly Role[] = ['owner'];
/** See the affairs of the team. */
const readers: readonly Role[] = ['viewer', 'member', 'owner'];
/** Spend the characters of the team. */
const translators: readonly Role[] = ['translator', 'member', 'owner'];
/** Change what is of the team, and try the API. */
const members: readonly Role[] = ['member', 'owner'];
const everybody: readonly Role[] = ['translator', 'viewer', 'member', 'owner'];

/** Pages that are not listed are for those who see the affairs of the team. */
const rolesOfPages: Readonly<Record<string, readonly Role[]>> = {
  '/translate': translators,
  '/documents': everybody,
  '/playground': members,
  '/audit': owners,
  '/events': owners,
  '/account': everybody,
  '/reference': everybody,
};

export function rolesOf(path: string): readonly Role[] {
  return rolesOfPages[path] ?? readers;
}

const lookers = 'support read-only';
const all = 'support billing read-only';
const readOnly = 'read-only';

/**
 * The operators who may use a page besides full ones, also in teams that are not theirs. A page that is not listed is closed.
 * As words, because everybody loads this table first.
 */
const operatorsOfPages: Readonly<Record<string, string>> = {
  '/home': lookers,
  '/keys': lookers,
  '/requests': lookers,
  '/people': lookers,
  '/audit': lookers,
  '/operator/users': lookers,
  '/operator/installation': lookers,
  '/operator/availability': lookers,
  '/operator/audit': lookers,
  '/usage': all,
  '/limits': all,
  '/reference': all,
  '/account': all,
  '/operator/teams': all,
  '/glossaries': readOnly,
  '/style-rules': readOnly,
  '/documents': readOnly,
  '/operator/models': readOnly,
  '/operator/usage': 'billing read-only',
};

/** Whether a page is for somebody because of their role as an operator. */
export function isForOperator(path: string, role: OperatorRole | null | undefined): boolean {
  return role === 'full' || (role != null && (operatorsOfPages[path]?.includes(role) ?? false));
}

/** Whether a page of a team is for somebody, by the role in the team or as an operator. */
export function isForReader(path: string, team: Team, role: OperatorRole | null | undefined): boolean {
  return (team.is_member && rolesOf(path).includes(team.role)) || isForOperator(path, role);
}

/** Whether the side bar lists a page. A translator may read the reference, as visitors may, but has no use for it. */
export function isListed(path: string, team: Team, role?: OperatorRole | null): boolean {
  return isForReader(path, team, role) && !(path === '/reference' && team.role === 'translator');
}

/** The path of the page that an address belongs to: the reference has an address for each operation. */
export function pagePath(path: string): string {
  return path.startsWith('/reference/') ? '/reference' : path;
}

/** The page behind `/`: a translator, or an operator for billing, may see nothing of what the home page shows. */
export function landingPath(team: Team | undefined, role?: OperatorRole | null): string {
  if (team === undefined || isForReader('/home', team, role)) return '/home';
  return team.is_member ? '/translate' : '/operator/teams';
}
