import { useState } from 'react';
import { answered, at, client } from '../../../api/client.ts';
import { type AnyUser, useAllUsers } from '../../../api/operator-queries.ts';
import { useMe } from '../../../api/queries.ts';
import { useChange } from '../../../api/use-change.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { OperatorRoleNote } from '../../../components/operator-role-note.tsx';
import { PageHead } from '../../../components/page.tsx';
import { usePasswordReset } from '../../../components/password-reset.tsx';
import { MoreButton, QueryContent } from '../../../components/query-content.tsx';
import { ResetFactorDialog } from '../../../components/reset-factor-dialog.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { t } from '../../../lib/messages.ts';
import { replaceSearch, useSearch } from '../../../state/navigation.tsx';
import { OperatorRoleDialog } from './operator-role-dialog.tsx';
import { UserTable } from './user-table.tsx';

/** Everybody with an account. The search is in the URL, so that a copied link shows the same list. */
export function UsersPage() {
  const search = useSearch().get('search') ?? '';
  const users = useAllUsers(search);
  const own = useMe().data?.user.id;
  const [open, setOpen] = useState<{ action: 'end sessions' | 'role' | 'reset factor'; user: AnyUser }>();
  const opens = (action: NonNullable<typeof open>['action']) => (user: AnyUser) => setOpen({ action, user });
  const close = () => setOpen(undefined);
  const reset = usePasswordReset((id) =>
    answered(client.POST('/api/operator/users/{id}/password-reset', at({ id }))),
  );
  const found = users.data?.pages.flatMap((page) => page.users) ?? [];
  const ask = (typed: string) => replaceSearch(new URLSearchParams(typed === '' ? {} : { search: typed }));
  return (
    <>
      <PageHead title={t('Users')} intro={t('Everybody who can sign in, with their teams and roles.')} />
      <OperatorRoleNote />
      <div className="row row-fields">
        <SearchField placeholder={t('Part of an address, or an id')} asked={search} onAsk={ask} />
      </div>
      <QueryContent query={users} loading={t('Loading users')} size="page">
        {() =>
          found.length > 0 ? (
            <UserTable
              users={found}
              own={own}
              onEndSessions={opens('end sessions')}
              onReset={({ id }) => reset.start(id)}
              onResetFactor={opens('reset factor')}
              onRole={opens('role')}
            />
          ) : (
            <EmptyState drawing="bridge">
              {t('No user matches. Search for part of the e-mail address or the full id.')}
            </EmptyState>
          )
        }
      </QueryContent>
      <MoreButton query={users} />
      {open?.action === 'end sessions' && <EndSessionsDialog user={open.user} onClose={close} />}
      {open?.action === 'role' && <OperatorRoleDialog user={open.user} onClose={close} />}
      {open?.action === 'reset factor' && (
        <ResetFactorDialog
          email={open.user.email}
          refreshed={[['operator', 'users']]}
          makeLink={() =>
            answered(client.POST('/api/operator/users/{id}/second-factor-reset', at({ id: open.user.id })))
          }
          onClose={close}
        />
      )}
      {reset.link}
    </>
  );
}

function EndSessionsDialog({ user, onClose }: { user: AnyUser; onClose: () => void }) {
  const end = useChange(
    ({ id }: AnyUser) => answered(client.POST('/api/operator/users/{id}/end-sessions', at({ id }))),
    [['operator', 'users']],
    { done: ({ email }) => t('The sessions of {email} are ended.', { email }) },
  );
  return (
    <FormDialog
      title={t('End the sessions of {email}', { email: user.email })}
      action={t('End the sessions')}
      kind="bad"
      change={end}
      onSubmit={() => end.mutate(user, { onSuccess: onClose })}
      words={t(
        'The person is signed out at once, on every node and in every browser, and can sign in again with the same password. Your own session on this page stays.',
      )}
      onClose={onClose}
    />
  );
}
