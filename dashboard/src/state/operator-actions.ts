/** Which role of operators may do what. The server decides; this decides what the pages offer. */
import { type OperatorRole, useMe } from '../api/queries.ts';

/** Besides full operators. */
const rolesOfActions = {
  'create teams': [],
  'rename teams': ['support'],
  'suspend teams': [],
  'change credit': ['billing'],
  'change quotas': ['billing'],
  'change rates': [],
  'see engines of teams': ['support', 'read-only'],
  'change engines of teams': [],
  'help people': ['support'],
  'change roles': [],
  'change models': [],
  'see people of teams': ['support', 'read-only'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type OperatorAction = keyof typeof rolesOfActions;

export function operatorMay(role: OperatorRole | null | undefined, action: OperatorAction): boolean {
  const roles: readonly OperatorRole[] = rolesOfActions[action];
  return role === 'full' || (role !== null && role !== undefined && roles.includes(role));
}

export function useOperatorRole(): OperatorRole | null | undefined {
  return useMe().data?.user.operator_role;
}

/** Returns whether the operator who looks at the page may do something. */
export function useOperatorMay(): (action: OperatorAction) => boolean {
  const role = useOperatorRole();
  return (action) => operatorMay(role, action);
}
