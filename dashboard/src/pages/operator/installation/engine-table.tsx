import type { InstalledNode } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { nodeName } from '../../../components/node-name.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';

type Engine = InstalledNode['engines'][number];

/** Every engine on every live node: an engine can be healthy on one node and unhealthy on another. */
export function EngineTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const rows = nodes
    .filter(({ is_live }) => is_live)
    .flatMap((node) => node.engines.map((engine) => ({ node, engine })))
    .toSorted((a, b) => a.engine.id.localeCompare(b.engine.id));
  return (
    <Section id="engines" title={t('Engines')}>
      <DataTable
        className="table-steady"
        labelledBy="engines"
        rows={rows}
        keyOf={({ node, engine }) => `${node.id} ${engine.id}`}
        columns={[
          { header: t('Engine'), kind: 'name', cell: ({ engine }) => engine.id },
          { header: t('Health'), cell: ({ engine }) => <Health engine={engine} /> },
          { header: t('Since'), cell: ({ engine }) => <RelativeTime time={engine.since} never="–" /> },
          { header: t('Node'), className: 'wrap', cell: ({ node }) => nodeName(node) },
          { header: t('Pairs'), kind: 'number', cell: ({ engine }) => formatNumber(engine.pairs) },
          {
            header: t('Details'),
            width: 'widest',
            className: 'wrap small',
            cell: ({ engine }) => engine.detail,
          },
        ]}
      />
    </Section>
  );
}

function Health({ engine: { healthy, since } }: { engine: Engine }) {
  if (healthy) return <span className="tag tag-good">{tIn('engine', 'Healthy')}</span>;
  return since === null ? (
    <span className="tag">{t('Not checked yet')}</span>
  ) : (
    <span className="tag tag-bad">{t('Unhealthy')}</span>
  );
}
