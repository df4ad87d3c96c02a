import type { Person, Role } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useRefusal } from '../../state/refused-actions.ts';

const roles = ['viewer', 'member', 'owner'].map((role) => ({ value: role, label: role }));

interface Actions {
  readonly onRole: (person: Person, role: Role) => void;
  readonly onReset: (person: Person) => void;
  readonly onRemove: (person: Person) => void;
}

export function PeopleTable({
  people,
  isOwner,
  ...actions
}: Actions & { people: readonly Person[]; isOwner: boolean }) {
  const owners = people.filter(({ role }) => role === 'owner').length;
  return (
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">E-mail address</th>
            <th scope="col">Role</th>
            <th scope="col">Last seen</th>
            {isOwner && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isOwner={isOwner}
              isLastOwner={person.role === 'owner' && owners === 1}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonRow({
  person,
  isOwner,
  isLastOwner,
  onRole,
  onReset,
  onRemove,
}: Actions & { person: Person; isOwner: boolean; isLastOwner: boolean }) {
  const { email, role } = person;
  const refusal = useRefusal('change');
  return (
    <tr>
      <td className="name">{email}</td>
      <td data-label="Role">
        {isOwner ? (
          <Select
            label={`Role of ${email}`}
            isLabelHidden
            choices={roles}
            value={role}
            disabled={isLastOwner || refusal !== undefined}
            title={refusal}
            onChange={(event) => onRole(person, event.target.value as Role)}
          />
        ) : (
          role
        )}
      </td>
      <td data-label="Last seen">
        <RelativeTime time={person.last_seen_at} />
      </td>
      {isOwner && (
        <td className="actions">
          {person.is_owned ? (
            <Button
              kind="plain"
              needs="change"
              aria-label={`Reset password of ${email}`}
              onClick={() => onReset(person)}
            >
              Reset password
            </Button>
          ) : (
            <span
              className="quiet small"
              title="This person is an operator, or is in a team that you do not own. Ask the operator to reset the password."
            >
              Ask the operator
            </span>
          )}
          {isLastOwner ? (
            <span className="quiet small" title="Make another person an owner first.">
              Last owner
            </span>
          ) : (
            <Button
              kind="plain"
              needs="change"
              aria-label={`Remove ${email}`}
              onClick={() => onRemove(person)}
            >
              Remove
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
