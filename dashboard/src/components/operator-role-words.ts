/** Names and descriptions of the roles of operators. */
import type { OperatorRole } from '../api/queries.ts';
import { t, tIn } from '../lib/messages.ts';

const names: Readonly<Record<string, () => string>> = {
  full: () => tIn('role of an operator', 'full'),
  support: () => tIn('role of an operator', 'support'),
  billing: () => tIn('role of an operator', 'billing'),
  'read-only': () => tIn('role of an operator', 'read-only'),
};

/** A role that is not known here is shown as it is. */
export function operatorRoleName(role: string): string {
  return Object.hasOwn(names, role) ? (names[role]?.() ?? role) : role;
}

/** The tag beside a name. */
export function operatorTag(role: OperatorRole): string {
  return role === 'full' ? tIn('role', 'operator') : t('operator: {role}', { role: operatorRoleName(role) });
}

/** For the choice of a role. */
export const operatorRoleChoices = () =>
  [
    { value: 'none', words: t('No operator: only the roles in teams.') },
    { value: 'read-only', words: t('Read-only: sees what operators see, and changes nothing.') },
    { value: 'billing', words: t('Billing: sees teams and usage, gives credit and changes quotas.') },
    {
      value: 'support',
      words: t(
        'Support: sees teams, people, requests and audit logs, renames teams, invites people and resets passwords, not those of operators.',
      ),
    },
    { value: 'full', words: t('Full: can do everything, also make operators.') },
  ] as const;

/** What the reader may do on the pages of operators; undefined for a full operator. */
export function whatOperatorsMay(role: OperatorRole | null | undefined): string | undefined {
  if (role === 'support')
    return t(
      'You are an operator for support: you rename teams, invite people and help them to sign in. Ask a full operator for other changes.',
    );
  if (role === 'billing')
    return t(
      'You are an operator for billing: you change credit and quotas. Ask a full operator for other changes.',
    );
  if (role === 'read-only')
    return t('You are a read-only operator: you change nothing. Ask a full operator for changes.');
  return undefined;
}
