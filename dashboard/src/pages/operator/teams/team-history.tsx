import { useTeamHistory } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { describeEntry } from '../../../components/entry-words.ts';
import { MoreButton, QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { t, tIn } from '../../../lib/messages.ts';

/** Operators' changes to the team: who, what, when and from where. */
export function TeamHistory({ id }: { id: string }) {
  const history = useTeamHistory(id);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section id="history" title={t('Operator history')} intro={t("From the team's audit log, newest first.")}>
      <QueryContent query={history} loading={t('Loading the history')}>
        {() => (
          <DataTable
            empty={null}
            className="table-steady"
            labelledBy="history"
            rows={entries}
            keyOf={(entry) => entry.id}
            columns={[
              {
                header: t('What'),
                kind: 'text',
                width: 'wide',
                className: 'what wrap',
                cell: describeEntry,
              },
              {
                header: t('Who'),
                width: 'middle',
                className: 'wrap',
                cell: ({ actor }) => actor.name ?? actor.id,
              },
              { header: t('When'), cell: ({ at }) => <RelativeTime time={at} /> },
              {
                header: tIn('network address', 'From'),
                cell: ({ address }) =>
                  address === null ? (
                    <span className="quiet">{t('command line')}</span>
                  ) : (
                    <span className="mono">{address}</span>
                  ),
              },
              {
                header: t('Request'),
                width: 'middle',
                className: 'mono wrap small',
                cell: ({ request_id }) => request_id ?? '–',
              },
            ]}
          />
        )}
      </QueryContent>
      <MoreButton query={history} label={t('Show older entries')} />
    </Section>
  );
}
