import type { AnyUser } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { operatorTag } from '../../../components/operator-role-words.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { roleName } from '../../../components/role-words.ts';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { moreTeams, TeamLink } from '../../../components/team-link.tsx';
import { endOfId, withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { useOperatorMay } from '../../../state/operator-actions.ts';

interface UserTableProps {
  readonly users: readonly AnyUser[];
  readonly onEndSessions: (user: AnyUser) => void;
  readonly onReset: (user: AnyUser) => void;
  readonly onResetFactor: (user: AnyUser) => void;
  readonly onRole: (user: AnyUser) => void;
  /** The ID of who looks at the list. */
  readonly own: string | undefined;
}

export function UserTable({ users, own, onEndSessions, onReset, onResetFactor, onRole }: UserTableProps) {
  const may = useOperatorMay();
  const isFull = may('change roles');
  // Support touches no operator, and creates no link with which somebody would get in as an owner without a second factor.
  const isOpen = ({ operator_role }: AnyUser) => isFull || operator_role === null;
  const isOwner = ({ teams }: AnyUser) => !isFull && teams.some(({ role }) => role === 'owner');
  return (
    <DataTable
      label={t('Users')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('E-mail address'),
          kind: 'name',
          className: 'user-address wrap',
          cell: ({ email, operator_role }) => (
            <>
              {email} {operator_role !== null && <span className="tag">{operatorTag(operator_role)}</span>}
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
        may('help people') &&
          actionsColumn((user: AnyUser) => {
            const { email } = user;
            return [
              {
                words: t('Reset password'),
                label: t('Reset password of {email}', { email }),
                disabled: !isOpen(user) || (isOwner(user) && !user.has_second_factor),
                title: isOpen(user) && !isOwner(user) ? undefined : onlyFull(),
                onClick: () => onReset(user),
              },
              user.has_second_factor &&
                user.id !== own &&
                isOpen(user) &&
                !isOwner(user) && {
                  words: t('Reset second factor'),
                  label: t('Reset second factor of {email}', { email }),
                  onClick: () => onResetFactor(user),
                },
              {
                words: t('End the sessions'),
                label: t('End the sessions of {email}', { email }),
                disabled: user.open_sessions === 0 || !isOpen(user),
                title: isOpen(user) ? undefined : onlyFull(),
                onClick: () => onEndSessions(user),
              },
              isFull && {
                words: t('Operator role'),
                label: t('Operator role of {email}', { email }),
                onClick: () => onRole(user),
              },
            ];
          }),
      ]}
    />
  );
}

const onlyFull = () =>
  t('Only a full operator may do this for an operator, or for an owner without a second factor.');

function TeamsOfUser({ user: { teams, team_count } }: { user: AnyUser }) {
  if (team_count === 0) return <span className="quiet">{t('in no team')}</span>;
  const equal = withEqualNames(teams);
  return (
    <ul className="user-teams">
      {teams.map(({ id, name, role }) => (
        <li key={id}>
          <TeamLink id={id} name={name} />{' '}
          <span className="role quiet small">
            {equal.has(id) && <span className="mono">{endOfId(id)} </span>}
            {roleName(role)}
          </span>
        </li>
      ))}
      {team_count > teams.length && <li className="quiet small">{moreTeams(team_count - teams.length)}</li>}
    </ul>
  );
}
