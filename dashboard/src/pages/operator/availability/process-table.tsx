import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatList } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { processName } from './process-name.ts';
import { Part } from './silent-part.tsx';

type Process = NonNullable<Availability['processes']>[number];

export function ProcessTable({ processes }: { processes: Availability['processes'] }) {
  return (
    <Part id="processes" title={t('Processes')} part={processes}>
      {(processes) => (
        <DataTable
          className="table-steady"
          labelledBy="processes"
          empty={<p className="quiet">{t('No process has reported in the last day.')}</p>}
          rows={processes}
          keyOf={({ id }) => id}
          rowClass={({ is_live }) => (is_live ? undefined : 'gone')}
          columns={[
            {
              header: t('Host (process)'),
              kind: 'name',
              width: 'middle',
              className: 'wrap',
              cell: processName,
            },
            { header: t('State'), cell: (process) => <ProcessState process={process} /> },
            { header: t('Serves'), width: 'wide', className: 'wrap', cell: serves },
            { header: t('Version'), className: 'wrap', cell: ({ version }) => version ?? '–' },
            { header: t('Since'), cell: ({ started_at }) => <RelativeTime time={started_at} never="–" /> },
            { header: t('Last seen'), cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
          ]}
        />
      )}
    </Part>
  );
}

function ProcessState({ process: { is_live, reaches_redis } }: { process: Process }) {
  if (!is_live) return <span className="tag">{t('Stopped')}</span>;
  return reaches_redis === false ? (
    <span className="tag tag-warn">{t('Live, no Redis')}</span>
  ) : (
    <span className="tag tag-good">{tIn('node', 'Live')}</span>
  );
}

function serves({ roles, engines, document_workers }: Process): string {
  const words = {
    api: t('API and dashboard'),
    documents: t('documents ({count} at once)', { count: document_workers }),
    engines: t('engines: {engines}', { engines: formatList(engines) }),
  };
  return roles.map((role) => words[role]).join('; ');
}
