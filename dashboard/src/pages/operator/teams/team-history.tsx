import { useTeamHistory } from '../../../api/operator-queries.ts';
import { describeEntry } from '../../../components/entry-words.ts';
import { MoreButton, QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { Table } from '../../../components/table.tsx';

/** Operators' changes to the team: who, what, when and from where. */
export function TeamHistory({ id }: { id: string }) {
  const history = useTeamHistory(id);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section id="history" title="What operators did" intro="From the team's audit log, newest first.">
      <QueryContent query={history} loading="Loading the history">
        {() => (
          <Table
            empty={null}
            className="table-steady"
            labelledBy="history"
            rows={entries}
            keyOf={(entry) => entry.id}
            columns={[
              {
                header: 'What',
                kind: 'text',
                width: 'widest',
                className: 'what wrap',
                cell: describeEntry,
              },
              {
                header: 'Who',
                width: 'middle',
                className: 'wrap',
                cell: ({ actor }) => actor.name ?? actor.id,
              },
              { header: 'When', cell: ({ at }) => <RelativeTime time={at} /> },
              {
                header: 'From',
                cell: ({ address }) =>
                  address === null ? (
                    <span className="quiet">command line</span>
                  ) : (
                    <span className="mono">{address}</span>
                  ),
              },
              {
                header: 'Request',
                width: 'middle',
                className: 'mono wrap small',
                cell: ({ request_id }) => request_id ?? '–',
              },
            ]}
          />
        )}
      </QueryContent>
      <MoreButton query={history} label="Show older entries" />
    </Section>
  );
}
