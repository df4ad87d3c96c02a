import type { Person, Role } from '../../api/queries.ts';
import { RowButton } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Select } from '../../components/select.tsx';
import { Table } from '../../components/table.tsx';
import { useRefusal } from '../../state/refused-actions.ts';
import { AskOperator } from './ask-operator.tsx';

const roles = (['viewer', 'member', 'owner'] as const).map((role) => ({ value: role, label: role }));

interface Actions {
  readonly onRole: (person: Person, role: Role) => void;
  readonly onReset: (person: Person) => void;
  readonly onRemove: (person: Person) => void;
}

export function PeopleTable({
  people,
  isOwner,
  onRole,
  onReset,
  onRemove,
}: Actions & { people: readonly Person[]; isOwner: boolean }) {
  const refusal = useRefusal('change');
  const owners = people.filter(({ role }) => role === 'owner').length;
  const isLastOwner = ({ role }: Person) => role === 'owner' && owners === 1;
  const roleOf = (person: Person) => (
    <Select
      label={`Role of ${person.email}`}
      isLabelHidden
      choices={roles}
      value={person.role}
      disabled={isLastOwner(person) || refusal !== undefined}
      title={refusal}
      onChange={(role) => onRole(person, role)}
    />
  );
  const actionsOf = (person: Person) => (
    <>
      {person.is_owned ? (
        <RowButton label={`Reset password of ${person.email}`} onClick={() => onReset(person)}>
          Reset password
        </RowButton>
      ) : (
        <AskOperator title="This person is an operator, or is in a team that you do not own. Ask the operator to reset the password." />
      )}
      {isLastOwner(person) ? (
        <span className="quiet small" title="Make another person an owner first.">
          Last owner
        </span>
      ) : (
        <RowButton label={`Remove ${person.email}`} onClick={() => onRemove(person)}>
          Remove
        </RowButton>
      )}
    </>
  );
  return (
    <Table
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        { header: 'E-mail address', kind: 'name', cell: ({ email }) => email },
        { header: 'Role', cell: (person) => (isOwner ? roleOf(person) : person.role) },
        { header: 'Last seen', cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
        isOwner && { header: 'Actions', kind: 'actions', cell: actionsOf },
      ]}
    />
  );
}
