import type { InstalledNode } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { nodeName } from '../../../components/node-name.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { t, tIn } from '../../../lib/messages.ts';

export function NodeTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  return (
    <Section id="nodes" title={t('Nodes')}>
      <DataTable
        className="table-steady"
        labelledBy="nodes"
        rows={nodes}
        keyOf={({ id }) => id}
        rowClass={({ is_live }) => (is_live ? undefined : 'gone')}
        columns={[
          { header: t('Host (process)'), kind: 'name', width: 'wide', cell: nodeName },
          { header: t('State'), cell: (node) => <NodeState node={node} /> },
          { header: t('Version'), className: 'wrap', cell: ({ version }) => version },
          { header: t('Since'), cell: ({ started_at }) => <RelativeTime time={started_at} /> },
          { header: t('Last seen'), cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
        ]}
      />
    </Section>
  );
}

function NodeState({ node: { is_live, reaches_redis } }: { node: InstalledNode }) {
  if (!is_live) return <span className="tag">{t('Stopped')}</span>;
  return reaches_redis ? (
    <span className="tag tag-good">{tIn('node', 'Live')}</span>
  ) : (
    <span className="tag tag-warn">{t('Live, no Redis')}</span>
  );
}
