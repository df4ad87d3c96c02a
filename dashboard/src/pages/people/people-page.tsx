import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type Person, type Role, useMe, usePeople } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { usePersonChanges } from './person-changes.ts';
import { TeamSessionList } from './team-session-list.tsx';

type Open =
  | { action: 'invite' }
  | { action: 'remove'; person: Person }
  | { action: 'step down'; person: Person; role: Role }
  | undefined;

const becoming = () => ({
  translator: t('Become a translator'),
  viewer: t('Become a viewer'),
  member: t('Become a member'),
  owner: t('Become an owner'),
});

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
    else setRole.mutate({ person, role });
  };
  return (
    <>
      <PageHead
        title={t('People')}
        intro={t(
          'Translators only translate. Viewers only read. Members do both, create keys and edit glossaries. Owners can do everything.',
        )}
        actions={
          isOwner && (
            <Button kind="main" needs="change" icon={UserPlus} onClick={() => setOpen({ action: 'invite' })}>
              {t('Invite a person')}
            </Button>
          )
        }
      />
      <QueryContent query={people} loading={t('Loading the people of the team')}>
        {(data) => (
          <PeopleTable
            people={data.people}
            isOwner={isOwner}
            onRole={changeRole}
            // The link of a second person would replace the first one before it is shown.
            onReset={(person) => {
              if (!reset.isPending) reset.mutate(person.id);
            }}
            onRemove={(person) => setOpen({ action: 'remove', person })}
          />
        )}
      </QueryContent>
      {isOwner && (
        <>
          <InvitationList team={team.id} onInvite={() => setOpen({ action: 'invite' })} />
          <TeamSessionList team={team.id} own={own} />
        </>
      )}
      {open?.action === 'invite' && <InviteDialog team={team.id} onClose={close} />}
      {reset.data !== undefined && (
        <LinkDialog
          title={t('Password reset link')}
          token={reset.data.token}
          hours={24}
          onClose={reset.reset}
        />
      )}
      {open?.action === 'remove' && (
        <FormDialog
          title={t('Remove {email}', { email: open.person.email })}
          action={t('Remove')}
          kind="bad"
          change={remove}
          onSubmit={() => remove.mutate(open.person, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {t('{email} loses access to {team}. Keys that {email} created keep working.', {
              email: open.person.email,
              team: team.name,
            })}
          </p>
        </FormDialog>
      )}
      {open?.action === 'step down' && (
        <FormDialog
          title={t('Change your own role')}
          action={becoming()[open.role]}
          kind="bad"
          change={setRole}
          onSubmit={() => {
            setRole.mutate({ person: open.person, role: open.role });
            close();
          }}
          onClose={close}
        >
          <p>
            {t('You are an owner of {team}. Only another owner can make you an owner again.', {
              team: team.name,
            })}
          </p>
        </FormDialog>
      )}
    </>
  );
}
