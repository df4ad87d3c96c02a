import type { InstalledNode } from '../../../api/operator-queries.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { Table } from '../../../components/table.tsx';
import { nodeName } from './node-name.ts';

export function NodeTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  return (
    <Section id="nodes" title="Nodes">
      <Table
        className="table-steady"
        labelledBy="nodes"
        rows={nodes}
        keyOf={({ id }) => id}
        rowClass={({ is_live }) => (is_live ? undefined : 'gone')}
        columns={[
          { header: 'Host (process)', kind: 'name', width: 'wide', cell: nodeName },
          { header: 'State', cell: (node) => <NodeState node={node} /> },
          { header: 'Version', cell: ({ version }) => version },
          { header: 'Since', cell: ({ started_at }) => <RelativeTime time={started_at} /> },
          { header: 'Last seen', cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
        ]}
      />
    </Section>
  );
}

function NodeState({ node: { is_live, reaches_redis } }: { node: InstalledNode }) {
  if (!is_live) return <span className="tag">Stopped</span>;
  return reaches_redis ? (
    <span className="tag tag-good">Live</span>
  ) : (
    <span className="tag tag-warn">Live, no Redis</span>
  );
}
