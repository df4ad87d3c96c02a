import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { t } from '../../../lib/messages.ts';
import { Part } from './silent-part.tsx';

type Task = NonNullable<Availability['housekeeping']>[number];

/** A task of a later version has no words yet. */
const taskWords = (): Readonly<Record<string, string>> => ({
  audit: t('Links the entries of audit logs, and removes those that are older than the retention'),
  documents: t('Deletes expired documents and releases what was reserved for them'),
  engines: t('Reports engines that fail, and when they are healthy again'),
  events: t('Deletes old events and their deliveries'),
  forecasts: t('Reports budgets that run out before the end of the month'),
  keys: t('Revokes expired keys'),
  ledger: t('Creates and drops partitions, and closes the ledger hour by hour'),
  requests: t('Creates and drops partitions of the request logs'),
  sessions: t('Deletes old sessions, sign-in attempts and links'),
  streams: t('Charges what streamed translations of stopped nodes had sent'),
  texts: t('Encrypts stored texts that are not encrypted yet'),
});

export function HousekeepingTable({ tasks }: { tasks: Availability['housekeeping'] }) {
  return (
    <Part
      id="housekeeping"
      title={t('Housekeeping')}
      intro={t('Every node runs every task. The last success of any node counts.')}
      part={tasks}
    >
      {(tasks) => (
        <DataTable
          className="table-steady"
          labelledBy="housekeeping"
          empty={<p className="quiet">{t('No live node has reported its tasks yet.')}</p>}
          rows={tasks}
          keyOf={({ task }) => task}
          columns={[
            { header: t('Task'), kind: 'name', cell: ({ task }) => task },
            {
              header: t('What it does'),
              kind: 'text',
              width: 'widest',
              className: 'words wrap',
              cell: ({ task }) => taskWords()[task] ?? '–',
            },
            { header: t('State'), cell: (task) => <TaskState task={task} /> },
            { header: t('Last success'), cell: ({ done_at }) => <RelativeTime time={done_at} /> },
          ]}
        />
      )}
    </Part>
  );
}

function TaskState({ task: { state } }: { task: Task }) {
  if (state === 'failed') return <span className="tag tag-bad">{t('Failed')}</span>;
  if (state === 'postponed') return <span className="tag tag-warn">{t('Postponed')}</span>;
  return state === 'done' ? (
    <span className="tag tag-good">{t('Done')}</span>
  ) : (
    <span className="tag">{t('Not run yet')}</span>
  );
}
