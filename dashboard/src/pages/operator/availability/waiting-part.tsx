import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Figures } from '../../../components/figures.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { moreTeams, TeamLink } from '../../../components/team-link.tsx';
import { withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { backlogOf } from './backlog.ts';
import { Part } from './silent-part.tsx';

interface WaitingProps {
  readonly documents: Availability['documents'];
  readonly processes: Availability['processes'];
}

export function WaitingPart({ documents, processes }: WaitingProps) {
  return (
    <>
      <Part id="document-queue" title={t('Document queue')} part={documents}>
        {(queue) => <Documents documents={queue} />}
      </Part>
      <Part
        id="backlog"
        title={t('Waiting to be written')}
        intro={t('In the memory of all live processes together. Small numbers that come and go are normal.')}
        part={processes}
      >
        {(known) => <Backlog processes={known} />}
      </Part>
    </>
  );
}

function Documents({ documents }: { documents: NonNullable<Availability['documents']> }) {
  const { waiting, running, oldest_waiting_since, team_count, teams } = documents;
  const equal = withEqualNames(teams);
  return (
    <>
      <Figures
        facts={[
          [t('Waiting'), formatNumber(waiting)],
          [t('Being translated'), formatNumber(running)],
          [
            t('Oldest waiting document'),
            <RelativeTime key="oldest" time={oldest_waiting_since} never={t('none')} />,
          ],
          [t('Teams'), formatNumber(team_count)],
        ]}
      />
      {teams.length > 0 && (
        <DataTable
          className="table-steady"
          label={t('Documents by team')}
          rows={teams}
          keyOf={({ id }) => id}
          columns={[
            {
              header: t('Team'),
              kind: 'name',
              width: 'widest',
              className: 'wrap',
              cell: ({ id, name }) => <TeamLink id={id} name={name} isEqual={equal.has(id)} />,
            },
            { header: t('Waiting'), kind: 'number', cell: ({ waiting }) => formatNumber(waiting) },
            { header: t('Being translated'), kind: 'number', cell: ({ running }) => formatNumber(running) },
          ]}
        />
      )}
      {team_count > teams.length && <p className="quiet small">{moreTeams(team_count - teams.length)}</p>}
    </>
  );
}

function Backlog({ processes }: { processes: NonNullable<Availability['processes']> }) {
  const { charges, requestLog } = backlogOf(processes);
  return (
    <Figures
      facts={[
        [t('Charges'), formatNumber(charges)],
        [t('Rows of request logs'), requestLog === null ? t('off') : formatNumber(requestLog.waiting)],
        [t('Calls missing in request logs'), requestLog === null ? '–' : formatNumber(requestLog.lost)],
      ]}
    />
  );
}
