import type { Installation, InstalledNode } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { nodeName } from '../../../components/node-name.ts';
import { Section } from '../../../components/section.tsx';
import { formatMilliseconds, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { pairOfCodes } from '../../../lib/pair-name.ts';
import { sidesOf } from './by-pair.ts';

export function SlowPairTable({
  nodes,
  pairs,
}: {
  nodes: readonly InstalledNode[];
  pairs: Installation['slowest_pairs'];
}) {
  const names = new Map(nodes.map((node) => [node.id, nodeName(node)]));
  return (
    <Section
      id="slowest"
      title={t('Slowest pairs')}
      intro={t('Times of the last 256 calls, waiting included, on the node where a pair is slowest.')}
    >
      <DataTable
        className="table-steady"
        labelledBy="slowest"
        empty={<p className="quiet">{t('Pairs appear here with their first call.')}</p>}
        rows={pairs}
        // Keyed by rank: when two pairs swap ranks, the text changes and no row moves.
        keyOf={(_, rank) => rank}
        columns={[
          { header: t('Pair'), kind: 'name', cell: ({ pair }) => pairOfCodes(...sidesOf(pair)) },
          { header: t('Engine'), className: 'wrap', cell: ({ engine }) => engine },
          { header: t('Median'), kind: 'number', cell: ({ p50_ms }) => formatMilliseconds(p50_ms) },
          { header: t('Slowest 5 %'), kind: 'number', cell: ({ p95_ms }) => formatMilliseconds(p95_ms) },
          { header: t('Calls'), kind: 'number', cell: ({ calls }) => formatNumber(calls) },
          {
            header: t('Node'),
            width: 'wide',
            className: 'wrap',
            cell: ({ node_id }) => names.get(node_id) ?? '–',
          },
        ]}
      />
    </Section>
  );
}
