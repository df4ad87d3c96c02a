import { useState } from 'react';
import { type Person, type Role, useMe, usePeople } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkOnce } from './link-once.tsx';
import { PeopleTable } from './people-table.tsx';
import { usePersonChanges } from './person-changes.ts';
import { TeamSessionList } from './team-session-list.tsx';

type Open =
  | { action: 'invite' }
  | { action: 'remove'; person: Person }
  | { action: 'step down'; person: Person; role: Role }
  | undefined;

export function PeoplePage({ team }: PageProps) {
  const people = usePeople(team.id);
  const own = useMe().data?.user.id;
  const { setRole, remove, reset } = usePersonChanges(team.id);
  const [open, setOpen] = useState<Open>();
  const isOwner = team.role === 'owner';
  const close = () => {
    remove.reset();
    setOpen(undefined);
  };
  const changeRole = (person: Person, role: Role) => {
    // Asks first: only another owner can restore a role that a user takes from themselves by mistake.
    if (person.id === own) setOpen({ action: 'step down', person, role });
    else setRole.mutate({ id: person.id, role });
  };
  return (
    <>
      <div className="row between">
        <h1>People</h1>
        {isOwner && (
          <Button kind="main" needs="change" onClick={() => setOpen({ action: 'invite' })}>
            Invite a person
          </Button>
        )}
      </div>
      <p className="quiet">
        Viewers can read. Members can also create keys and use the playground. Owners can do everything.
      </p>
      <Failure error={people.error ?? setRole.error ?? reset.error} onRetry={() => void people.refetch()} />
      {people.isPending && <Loading what="the people of the team" />}
      {people.data !== undefined && (
        <PeopleTable
          people={people.data.people}
          isOwner={isOwner}
          onRole={changeRole}
          onReset={(person) => reset.mutate(person.id)}
          onRemove={(person) => setOpen({ action: 'remove', person })}
        />
      )}
      {isOwner && (
        <>
          <InvitationList team={team.id} />
          <TeamSessionList team={team.id} own={own} />
        </>
      )}
      {open?.action === 'invite' && <InviteDialog team={team.id} onClose={close} />}
      {reset.data !== undefined && (
        <Dialog title="Password reset link" onClose={reset.reset}>
          <LinkOnce token={reset.data.token} hours={24} onClose={reset.reset} />
        </Dialog>
      )}
      {open?.action === 'remove' && (
        <FormDialog
          title={`Remove ${open.person.email}`}
          action="Remove"
          kind="bad"
          change={remove}
          onSubmit={() => remove.mutate(open.person.id, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {open.person.email} loses access to {team.name}. Keys that {open.person.email} created keep
            working.
          </p>
        </FormDialog>
      )}
      {open?.action === 'step down' && (
        <FormDialog
          title="Change your own role"
          action={`Become a ${open.role}`}
          kind="bad"
          change={setRole}
          onSubmit={() => {
            setRole.mutate({ id: open.person.id, role: open.role });
            close();
          }}
          onClose={close}
        >
          <p>
            You are an owner of {team.name}. As a {open.role} you cannot undo this; only another owner can.
          </p>
        </FormDialog>
      )}
    </>
  );
}
