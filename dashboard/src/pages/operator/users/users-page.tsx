import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, at, client } from '../../../api/client.ts';
import { type AnyUser, useAllUsers } from '../../../api/operator-queries.ts';
import { useChange } from '../../../api/use-change.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LinkDialog } from '../../../components/link-dialog.tsx';
import { PageHead } from '../../../components/page.tsx';
import { MoreButton, QueryContent } from '../../../components/query-content.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { t } from '../../../lib/messages.ts';
import { replaceSearch, useSearch } from '../../../state/navigation.tsx';
import { UserTable } from './user-table.tsx';

/** Everybody with an account. The search is in the URL, so that a copied link shows the same list. */
export function UsersPage() {
  const search = useSearch().get('search') ?? '';
  const users = useAllUsers(search);
  const [leaving, setLeaving] = useState<AnyUser>();
  const reset = useMutation({
    mutationFn: ({ id }: AnyUser) =>
      answered(client.POST('/api/operator/users/{id}/password-reset', at({ id }))),
    meta: { telling: { isFailureTold: true } },
  });
  const found = users.data?.pages.flatMap((page) => page.users) ?? [];
  const ask = (typed: string) => replaceSearch(new URLSearchParams(typed === '' ? {} : { search: typed }));
  return (
    <>
      <PageHead title={t('Users')} intro={t('Everybody who can sign in, with their teams and roles.')} />
      <div className="row row-fields">
        <SearchField placeholder={t('Part of an address, or an id')} asked={search} onAsk={ask} />
      </div>
      <QueryContent query={users} loading={t('Loading users')} size="page">
        {() =>
          found.length > 0 ? (
            <UserTable users={found} onEndSessions={setLeaving} onReset={(user) => reset.mutate(user)} />
          ) : (
            <EmptyState drawing="bridge">
              {t('No user matches. Search for part of the e-mail address or the full id.')}
            </EmptyState>
          )
        }
      </QueryContent>
      <MoreButton query={users} />
      {leaving !== undefined && <EndSessionsDialog user={leaving} onClose={() => setLeaving(undefined)} />}
      {reset.data !== undefined && (
        <LinkDialog
          title={t('Password reset link')}
          token={reset.data.token}
          hours={24}
          onClose={reset.reset}
        />
      )}
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
      onClose={onClose}
    >
      <p>
        {t(
          'The person is signed out at once, on every node and in every browser, and can sign in again with the same password. Your own session on this page stays.',
        )}
      </p>
    </FormDialog>
  );
}
