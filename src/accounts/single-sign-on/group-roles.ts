/** What the groups of a person give, by the operator's mapping. */
import type { GroupRule } from '../../config/single-sign-on.ts';
import { type OperatorRole, operatorRoles } from '../../lib/operator-role.ts';
import { type TeamRole, teamRoles } from '../../lib/team-role.ts';
import type { Connection } from '../../store/postgres/database.ts';
import { findTeamsNamed } from '../../store/postgres/identities.ts';

export interface Given {
  /** Undefined: no group speaks of operators. */
  readonly operatorRole: OperatorRole | undefined;
  /** The role by team. */
  readonly roles: ReadonlyMap<string, TeamRole>;
  /** Teams of the mapping that do not exist, or whose name several teams have. */
  readonly unknownTeams: number;
}

export async function rolesOf(
  connection: Connection,
  rules: readonly GroupRule[],
  groups: ReadonlySet<string>,
): Promise<Given> {
  const matching = rules.filter(({ group }) => groups.has(group));
  const inTeams = matching.filter((rule) => 'team' in rule);
  const teams = await findTeamsNamed(connection, [...new Set(inTeams.map(({ team }) => team))]);
  const roles = new Map<string, TeamRole>();
  let unknownTeams = 0;
  for (const { team, role } of inTeams) {
    const named = teams.filter(({ id, name }) => id === team || name === team);
    const [found] = named;
    if (found === undefined || named.length > 1) unknownTeams++;
    else roles.set(found.id, higher(roles.get(found.id), role));
  }
  const given = new Set(matching.flatMap((rule) => ('operator' in rule ? [rule.operator] : [])));
  return { operatorRole: operatorRoles.find((role) => given.has(role)), roles, unknownTeams };
}

/** What the rules name: IDs, and names. */
export function mappedTeams(rules: readonly GroupRule[] = []): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => ('team' in rule ? [rule.team] : [])));
}

/** A translator and a viewer do not include each other: of the two, the viewer counts. */
function higher(one: TeamRole | undefined, other: TeamRole): TeamRole {
  return one !== undefined && teamRoles.indexOf(one) > teamRoles.indexOf(other) ? one : other;
}
