import { useState } from 'react';
import { type Person, type Role, usePeople } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select } from '../../components/field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { PageProps } from '../../frame.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkOnce } from './link-once.tsx';
import { usePersonChanges } from './person-changes.ts';

const roles = ['viewer', 'member', 'owner'].map((role) => ({ value: role, label: role }));

export function PeoplePage({ team }: PageProps) {
  const people = usePeople(team.id);
  const { setRole, remove, reset } = usePersonChanges(team.id);
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Person>();
  const isOwner = team.role === 'owner';
  const row = (person: Person) => (
    <tr key={person.id}>
      <td className="name">{person.email}</td>
      <td data-label="Role">
        {isOwner ? (
          <Select
            label={`Role of ${person.email}`}
            isLabelHidden
            choices={roles}
            value={person.role}
            onChange={(event) => setRole.mutate({ id: person.id, role: event.target.value as Role })}
          />
        ) : (
          person.role
        )}
      </td>
      <td data-label="Last seen">
        <RelativeTime time={person.last_seen_at} />
      </td>
      {isOwner && (
        <td className="actions">
          <Button
            kind="plain"
            aria-label={`Reset password of ${person.email}`}
            onClick={() => reset.mutate(person.id)}
          >
            Reset password
          </Button>
          <Button kind="plain" aria-label={`Remove ${person.email}`} onClick={() => setLeaving(person)}>
            Remove
          </Button>
        </td>
      )}
    </tr>
  );
  return (
    <>
      <div className="row between">
        <h1>People</h1>
        {isOwner && (
          <Button kind="main" onClick={() => setIsInviting(true)}>
            Invite somebody
          </Button>
        )}
      </div>
      <p className="quiet">
        A viewer reads; a member also makes keys and uses the playground; an owner does everything.
      </p>
      <Failure error={people.error ?? setRole.error ?? reset.error} onRetry={() => void people.refetch()} />
      {people.isPending && <Loading what="the people of the team" />}
      {people.data !== undefined && (
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
            <tbody>{people.data.people.map(row)}</tbody>
          </table>
        </div>
      )}
      {isInviting && <InviteDialog team={team.id} onClose={() => setIsInviting(false)} />}
      {reset.data !== undefined && (
        <Dialog title="A link for a new password" onClose={reset.reset}>
          <LinkOnce token={reset.data.token} hours={24} onClose={reset.reset} />
        </Dialog>
      )}
      {leaving !== undefined && (
        <RemoveDialog
          person={leaving}
          team={team.name}
          error={remove.error}
          isPending={remove.isPending}
          onRemove={() => remove.mutate(leaving.id, { onSuccess: () => setLeaving(undefined) })}
          onClose={() => {
            remove.reset();
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}

function RemoveDialog({
  person,
  team,
  error,
  isPending,
  onRemove,
  onClose,
}: {
  person: Person;
  team: string;
  error: Error | null;
  isPending: boolean;
  onRemove: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Remove ${person.email}`} onClose={onClose}>
      <Failure error={error} />
      <p>
        {person.email} sees nothing of {team} from then on. Keys that {person.email} made go on working.
      </p>
      <div className="row">
        <Button kind="bad" disabled={isPending} onClick={onRemove}>
          Remove
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
