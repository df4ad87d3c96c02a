import type { OperatedTeam } from '../../../api/operated-team.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Meter } from '../../../components/meter.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { TeamLink } from '../../../components/team-link.tsx';
import { withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { StateTag } from './state-tag.tsx';

export function TeamTable({ teams }: { teams: readonly OperatedTeam[] }) {
  const equal = withEqualNames(teams);
  return (
    <DataTable
      className="table-steady"
      rows={teams}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('Name'),
          kind: 'name',
          width: 'middle',
          cell: ({ id, name }) => <TeamLink id={id} name={name} isEqual={equal.has(id)} />,
        },
        { header: t('State'), cell: ({ suspended }) => <StateTag suspended={suspended} /> },
        { header: t('Used this month'), width: 'middle', cell: (team) => <Used team={team} /> },
        { header: t('Credit'), kind: 'number', cell: ({ credit_left }) => formatNumber(credit_left) },
        { header: t('Keys'), kind: 'number', cell: ({ active_keys }) => formatNumber(active_keys) },
        { header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
      ]}
    />
  );
}

function Used({ team: { name, quota_used, monthly_quota } }: { team: OperatedTeam }) {
  return (
    <div className="used">
      {formatNumber(quota_used)}{' '}
      <span className="quiet small">
        {t('of {monthlyQuota}', { monthlyQuota: formatNumber(monthly_quota) })}
      </span>
      <Meter
        part={quota_used}
        whole={monthly_quota}
        label={(percent) =>
          t('{percent} of the quota of {name} is used', { percent: formatPercent(percent), name })
        }
      />
    </div>
  );
}
