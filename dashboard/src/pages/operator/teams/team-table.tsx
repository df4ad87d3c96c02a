import type { OperatedTeam } from '../../../api/operator-queries.ts';
import { Meter } from '../../../components/meter.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../state/navigation.tsx';
import { addressOfTeam } from './addresses.ts';
import { StateTag } from './state-tag.tsx';

export function TeamTable({ teams }: { teams: readonly OperatedTeam[] }) {
  return (
    <div className="table-frame">
      <table className="table table-cards table-steady">
        <thead>
          <tr>
            <th scope="col" className="middle">
              Name
            </th>
            <th scope="col">State</th>
            <th scope="col" className="middle">
              Used this month
            </th>
            <th scope="col" className="number">
              Credit
            </th>
            <th scope="col" className="number">
              Keys
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {teams.map((team) => (
            <tr key={team.id}>
              <td className="name">
                <Link className="row-link" href={addressOfTeam(team.id)}>
                  {team.name}
                </Link>
              </td>
              <td data-label="State">
                <StateTag suspended={team.suspended} />
              </td>
              <td data-label="Used this month">
                <div className="used">
                  {formatNumber(team.quota_used)}{' '}
                  <span className="quiet small">of {formatNumber(team.monthly_quota)}</span>
                  <Meter
                    part={team.quota_used}
                    whole={team.monthly_quota}
                    what={`the quota of ${team.name}`}
                  />
                </div>
              </td>
              <td data-label="Credit" className="number">
                {formatNumber(team.credit_left)}
              </td>
              <td data-label="Keys" className="number">
                {formatNumber(team.active_keys)}
              </td>
              <td data-label="Created">
                <RelativeTime time={team.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
