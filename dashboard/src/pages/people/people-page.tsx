import { useState } from 'react';
import { type Person, type Role, useMe, usePeople } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import type { PageProps } from '../../frame.tsx';
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
        <Dialog title="A link for a new password" onClose={reset.reset}>
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
            {open.person.email} sees nothing of {team.name} from then on. Keys that {open.person.email} made
            go on working.
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
            You are an owner of {team.name} now. As a {open.role} you cannot change that back: another owner
            has to.
          </p>
        </FormDialog>
      )}
    </>
  );
}
