import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Figures } from '../../../components/figures.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { endOfId, withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { Link } from '../../../state/navigation.tsx';
import { backlogOf } from './backlog.ts';
import { SilentPart } from './silent-part.tsx';

interface WaitingProps {
  readonly documents: Availability['documents'];
  readonly processes: Availability['processes'];
}

export function WaitingPart({ documents, processes }: WaitingProps) {
  return (
    <>
      <Section id="document-queue" title={t('Document queue')}>
        {documents === null ? <SilentPart /> : <Documents documents={documents} />}
      </Section>
      <Section
        id="backlog"
        title={t('Waiting to be written')}
        intro={t('In the memory of all live processes together. Small numbers that come and go are normal.')}
      >
        {processes === null ? <SilentPart /> : <Backlog processes={processes} />}
      </Section>
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
              cell: ({ id, name }) => (
                <>
                  <Link className="row-link" href={`/operator/teams/${id}`}>
                    {name}
                  </Link>
                  {equal.has(id) && <span className="mono quiet small"> {endOfId(id)}</span>}
                </>
              ),
            },
            { header: t('Waiting'), kind: 'number', cell: ({ waiting }) => formatNumber(waiting) },
            { header: t('Being translated'), kind: 'number', cell: ({ running }) => formatNumber(running) },
          ]}
        />
      )}
      {team_count > teams.length && (
        <p className="quiet small">
          {t('{count, plural, one {and # more team} other {and # more teams}}', {
            count: team_count - teams.length,
          })}
        </p>
      )}
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
