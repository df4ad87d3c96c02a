import type { InstalledNode } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Meter } from '../../../components/meter.tsx';
import { nodeName } from '../../../components/node-name.ts';
import { Section } from '../../../components/section.tsx';
import { formatMegabytes, formatPercent } from '../../../lib/format.ts';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import { usesOfModels } from './by-pair.ts';

/** Models of the engines that load them: on which nodes, and within which memory limit. */
export function ModelTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const uses = usesOfModels(nodes);
  return (
    <Section id="models" title={t('Models')}>
      {uses.length === 0 ? (
        <p className="quiet">
          <Message text="No engine here loads models. Bergamot does: <code>dragoman models pull en-de</code> fetches one." />
        </p>
      ) : (
        <>
          <Memory nodes={nodes} />
          <DataTable
            className="table-steady"
            labelledBy="models"
            rows={uses}
            keyOf={({ engine, name }) => `${engine} ${name}`}
            columns={[
              { header: t('Model'), kind: 'name', width: 'wide', cell: ({ name }) => name },
              { header: t('Engine'), className: 'wrap', cell: ({ engine }) => engine },
              { header: t('Size'), kind: 'number', cell: ({ bytes }) => formatMegabytes(bytes) },
              { header: t('Loaded by'), kind: 'number', cell: loadedBy },
            ]}
          />
        </>
      )}
    </Section>
  );
}

function loadedBy({ threads, nodes }: { threads: number; nodes: number }) {
  if (threads === 0) return <span className="quiet">{t('no thread')}</span>;
  return t(
    '{threads, plural, one {# thread} other {# threads}} on {nodes, plural, one {# node} other {# nodes}}',
    { threads, nodes },
  );
}

function Memory({ nodes }: { nodes: readonly InstalledNode[] }) {
  const live = nodes.filter(({ is_live }) => is_live);
  const budgets = live.flatMap((node) =>
    node.engines.flatMap(({ id, memory }) => (memory === null ? [] : [{ node, id, memory }])),
  );
  return (
    <dl className="figures">
      {budgets.map(({ node, id, memory }) => (
        <div key={`${node.id} ${id}`}>
          <dt>{t('{id} on {node}', { id, node: nodeName(node) })}</dt>
          <dd>
            <div>{formatMegabytes(memory.bytes)}</div>
            <Meter
              part={memory.bytes}
              whole={memory.budget_bytes}
              label={(percent) =>
                t('{percent} of the memory of {id} is used', { percent: formatPercent(percent), id })
              }
            />
            <div className="quiet small">
              {t('of {budgetBytes}', { budgetBytes: formatMegabytes(memory.budget_bytes) })}
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
