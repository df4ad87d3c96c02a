import type { Person, Role } from '../../api/queries.ts';
import { RowButton } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { roleName } from '../../components/role-words.ts';
import { Select } from '../../components/select.tsx';
import { t } from '../../lib/messages.ts';
import { useRefusal } from '../../state/refused-actions.ts';
import { AskOperator } from './ask-operator.tsx';

const roles = () =>
  (['translator', 'viewer', 'member', 'owner'] as const).map((role) => ({
    value: role,
    label: roleName(role),
  }));

interface Actions {
  readonly onRole: (person: Person, role: Role) => void;
  readonly onReset: (person: Person) => void;
  readonly onResetFactor: (person: Person) => void;
  readonly onRemove: (person: Person) => void;
}

export function PeopleTable({
  people,
  isOwner,
  mayHelp,
  own,
  onRole,
  onReset,
  onResetFactor,
  onRemove,
}: Actions & { people: readonly Person[]; isOwner: boolean; mayHelp: boolean; own: string | undefined }) {
  const refusal = useRefusal('change');
  const owners = people.filter(({ role }) => role === 'owner').length;
  const isLastOwner = ({ role }: Person) => role === 'owner' && owners === 1;
  const roleOf = (person: Person) => (
    <Select
      label={t('Role of {email}', { email: person.email })}
      isLabelHidden
      choices={roles()}
      value={person.role}
      disabled={isLastOwner(person) || refusal !== undefined}
      title={refusal}
      onChange={(role) => onRole(person, role)}
    />
  );
  const actionsOf = (person: Person) => (
    <>
      {person.is_owned ? (
        <RowButton
          label={t('Reset password of {email}', { email: person.email })}
          onClick={() => onReset(person)}
        >
          {t('Reset password')}
        </RowButton>
      ) : (
        <AskOperator
          title={t(
            'This person is an operator, or is in a team that you do not own. Ask the operator to reset the password.',
          )}
        />
      )}
      {person.has_second_factor && person.id !== own && (isOwner || person.role !== 'owner') && (
        <RowButton
          label={t('Reset second factor of {email}', { email: person.email })}
          onClick={() => onResetFactor(person)}
        >
          {t('Reset second factor')}
        </RowButton>
      )}
      {isOwner &&
        (isLastOwner(person) ? (
          <span className="quiet small" title={t('Make another person an owner first.')}>
            {t('Last owner')}
          </span>
        ) : (
          <RowButton label={t('Remove {email}', { email: person.email })} onClick={() => onRemove(person)}>
            {t('Remove')}
          </RowButton>
        ))}
    </>
  );
  return (
    <DataTable
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        { header: t('E-mail address'), kind: 'name', cell: ({ email }) => email },
        { header: t('Role'), cell: (person) => (isOwner ? roleOf(person) : roleName(person.role)) },
        { header: t('Last seen'), cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
        mayHelp && { header: t('Actions'), kind: 'actions', cell: actionsOf },
      ]}
    />
  );
}
