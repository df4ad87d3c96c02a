import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { type Person, type Role, useMe, usePeople } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageHead } from '../../components/page.tsx';
import { usePasswordReset } from '../../components/password-reset.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { ResetFactorDialog } from '../../components/reset-factor-dialog.tsx';
import { t } from '../../lib/messages.ts';
import { useOperatorMay } from '../../state/operator-actions.ts';
import type { PageProps } from '../../state/page-props.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { usePersonChanges } from './person-changes.ts';
import { TeamSessionList } from './team-session-list.tsx';

type Open =
  | { action: 'invite' }
  | { action: 'remove'; person: Person }
  | { action: 'reset factor'; person: Person }
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
  const { setRole, remove } = usePersonChanges(team.id);
  const reset = usePasswordReset((id) =>
    answered(client.POST('/api/teams/{team}/people/{id}/password-reset', at({ team: team.id, id }))),
  );
  const [open, setOpen] = useState<Open>();
  const may = useOperatorMay();
  const isOwner = team.role === 'owner';
  const mayHelp = isOwner || may('help people');
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
          mayHelp && (
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
            mayHelp={mayHelp}
            own={own}
            onRole={changeRole}
            onReset={({ id }) => reset.start(id)}
            onResetFactor={(person) => setOpen({ action: 'reset factor', person })}
            onRemove={(person) => setOpen({ action: 'remove', person })}
          />
        )}
      </QueryContent>
      {(mayHelp || may('see people of teams')) && (
        <>
          <InvitationList
            team={team.id}
            onInvite={mayHelp ? () => setOpen({ action: 'invite' }) : undefined}
          />
          <TeamSessionList team={team.id} own={own} mayEnd={mayHelp} />
        </>
      )}
      {open?.action === 'invite' && <InviteDialog team={team.id} isOwner={isOwner} onClose={close} />}
      {reset.link}
      {open?.action === 'reset factor' && (
        <ResetFactorDialog
          email={open.person.email}
          refreshed={[['team-sessions', team.id]]}
          makeLink={() =>
            answered(
              client.POST('/api/teams/{team}/people/{id}/second-factor-reset', {
                ...at({ team: team.id, id: open.person.id }),
              }),
            )
          }
          onClose={close}
        />
      )}
      {open?.action === 'remove' && (
        <FormDialog
          title={t('Remove {email}', { email: open.person.email })}
          action={t('Remove')}
          kind="bad"
          change={remove}
          onSubmit={() => remove.mutate(open.person, { onSuccess: close })}
          words={t('{email} loses access to {team}. Keys that {email} created keep working.', {
            email: open.person.email,
            team: team.name,
          })}
          onClose={close}
        />
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
          words={t('You are an owner of {team}. Only another owner can make you an owner again.', {
            team: team.name,
          })}
          onClose={close}
        />
      )}
    </>
  );
}
