import type { AnyUser } from '../../../api/operator-queries.ts';
import { RowButton } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { roleName } from '../../../components/role-words.ts';
import { endOfId, withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { Link } from '../../../state/navigation.tsx';

interface UserTableProps {
  readonly users: readonly AnyUser[];
  readonly onEndSessions: (user: AnyUser) => void;
  readonly onReset: (user: AnyUser) => void;
}

export function UserTable({ users, onEndSessions, onReset }: UserTableProps) {
  return (
    <DataTable
      label={t('Users')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('E-mail address'),
          kind: 'name',
          className: 'wrap',
          cell: ({ email, is_operator }) => (
            <>
              {email} {is_operator && <span className="tag">{tIn('role', 'operator')}</span>}
            </>
          ),
        },
        { header: t('Teams'), className: 'wrap', cell: (user) => <TeamsOfUser user={user} /> },
        {
          header: t('Last sign-in'),
          cell: ({ last_signed_in_at }) => (
            <RelativeTime time={last_signed_in_at} never={t('not in the last 30 days')} />
          ),
        },
        {
          header: t('Open sessions'),
          kind: 'number',
          cell: ({ open_sessions }) => formatNumber(open_sessions),
        },
        {
          header: t('Actions'),
          kind: 'actions',
          cell: (user) => (
            <>
              <RowButton
                label={t('Reset password of {email}', { email: user.email })}
                onClick={() => onReset(user)}
              >
                {t('Reset password')}
              </RowButton>
              <RowButton
                label={t('End the sessions of {email}', { email: user.email })}
                disabled={user.open_sessions === 0}
                onClick={() => onEndSessions(user)}
              >
                {t('End the sessions')}
              </RowButton>
            </>
          ),
        },
      ]}
    />
  );
}

function TeamsOfUser({ user: { teams, team_count } }: { user: AnyUser }) {
  if (team_count === 0) return <span className="quiet">{t('in no team')}</span>;
  const equal = withEqualNames(teams);
  return (
    <ul className="user-teams">
      {teams.map(({ id, name, role }) => (
        <li key={id}>
          <Link className="row-link" href={`/operator/teams/${id}`}>
            {name}
          </Link>{' '}
          <span className="quiet small">
            {equal.has(id) && <span className="mono">{endOfId(id)} </span>}
            {roleName(role)}
          </span>
        </li>
      ))}
      {team_count > teams.length && (
        <li className="quiet small">
          {t('{count, plural, one {and # more team} other {and # more teams}}', {
            count: team_count - teams.length,
          })}
        </li>
      )}
    </ul>
  );
}
