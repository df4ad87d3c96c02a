import { UserPlus } from 'lucide-react';
import { answered, at, client } from '../../api/client.ts';
import { useInvitations } from '../../api/team-queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { roleName } from '../../components/role-words.ts';
import { actionsColumn } from '../../components/row-actions.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../lib/messages.ts';

/** Unused invitation links. A link cannot be shown again: if it is lost, revoke it and create another. */
interface InvitationListProps {
  readonly team: string;
  /** Undefined for somebody who only looks. */
  readonly onInvite: (() => void) | undefined;
}

export function InvitationList({ team, onInvite }: InvitationListProps) {
  const invitations = useInvitations(team);
  const revoke = useChange(
    ({ id }: { id: string; email: string }) =>
      answered(client.DELETE('/api/teams/{team}/invitations/{id}', at({ team, id }))),
    [['invitations', team]],
    {
      done: ({ email }) => t('The invitation of {email} is revoked.', { email }),
      isFailureTold: true,
    },
  );
  return (
    <Section id="invitations" title={t('Pending invitations')}>
      <QueryContent query={invitations} loading={t('Loading invitations')}>
        {(data) => (
          <DataTable
            empty={
              <EmptyState
                drawing="speech"
                action={
                  onInvite && (
                    <Button needs="change" icon={UserPlus} onClick={onInvite}>
                      {t('Create an invitation')}
                    </Button>
                  )
                }
              >
                {t('Pending invitations appear here. You can revoke them.')}
              </EmptyState>
            }
            rows={data.invitations}
            keyOf={({ id }) => id}
            columns={[
              { header: t('E-mail address'), kind: 'name', cell: ({ email }) => email },
              { header: t('Role'), cell: ({ role }) => roleName(role) },
              { header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
              { header: t('Expires'), cell: ({ expires_at }) => <RelativeTime time={expires_at} /> },
              onInvite !== undefined &&
                actionsColumn(({ id, email }: { id: string; email: string }) => [
                  {
                    words: t('Revoke'),
                    label: t('Revoke the invitation of {email}', { email }),
                    onClick: () => revoke.mutate({ id, email }),
                  },
                ]),
            ]}
          />
        )}
      </QueryContent>
    </Section>
  );
}
