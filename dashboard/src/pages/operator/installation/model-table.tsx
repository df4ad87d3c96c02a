import type { InstalledNode } from '../../../api/operator-queries.ts';
import { Meter } from '../../../components/meter.tsx';
import { Section } from '../../../components/section.tsx';
import { Table } from '../../../components/table.tsx';
import { formatMegabytes, plural } from '../../../lib/format.ts';
import { usesOfModels } from './by-pair.ts';
import { nodeName } from './node-name.ts';

/** Models of the engines that load them: on which nodes, and within which memory limit. */
export function ModelTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const uses = usesOfModels(nodes);
  return (
    <Section id="models" title="Models">
      {uses.length === 0 ? (
        <p className="quiet">
          No engine here loads models. Bergamot does: <code>dragoman models pull en-de</code> fetches one.
        </p>
      ) : (
        <>
          <Memory nodes={nodes} />
          <Table
            className="table-steady"
            labelledBy="models"
            rows={uses}
            keyOf={({ engine, name }) => `${engine} ${name}`}
            columns={[
              { header: 'Model', kind: 'name', width: 'wide', cell: ({ name }) => name },
              { header: 'Engine', cell: ({ engine }) => engine },
              { header: 'Size', kind: 'number', cell: ({ bytes }) => formatMegabytes(bytes) },
              { header: 'Loaded by', kind: 'number', cell: loadedBy },
            ]}
          />
        </>
      )}
    </Section>
  );
}

function loadedBy({ threads, nodes }: { threads: number; nodes: number }) {
  if (threads === 0) return <span className="quiet">no thread</span>;
  const threadCount = plural(threads, { one: '# thread', other: '# threads' });
  return `${threadCount} on ${plural(nodes, { one: '# node', other: '# nodes' })}`;
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
          <dt>
            {id} on {nodeName(node)}
          </dt>
          <dd>
            <div>{formatMegabytes(memory.bytes)}</div>
            <Meter
              part={memory.bytes}
              whole={memory.budget_bytes}
              label={(percent) => `${percent} % of the memory of ${id} is used`}
            />
            <div className="quiet small">of {formatMegabytes(memory.budget_bytes)}</div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
