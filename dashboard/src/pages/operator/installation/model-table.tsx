import type { InstalledNode } from '../../../api/operator-queries.ts';
import { Meter } from '../../../components/meter.tsx';
import { formatCount, formatMegabytes } from '../../../lib/format.ts';
import { usesOfModels } from './by-pair.ts';
import { nodeName } from './node-name.ts';

/** Models of the engines that load them: on which nodes, and within which memory limit. */
export function ModelTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const uses = usesOfModels(nodes);
  return (
    <section className="stack" aria-labelledby="models">
      <h2 id="models">Models</h2>
      {uses.length === 0 ? (
        <p className="quiet">
          No engine here loads models. Bergamot does: <code>dragoman models pull en-de</code> fetches one.
        </p>
      ) : (
        <>
          <Memory nodes={nodes} />
          <div className="table-frame">
            <table className="table table-cards table-steady" aria-labelledby="models">
              <thead>
                <tr>
                  <th scope="col" className="wide">
                    Model
                  </th>
                  <th scope="col">Engine</th>
                  <th scope="col" className="number">
                    Size
                  </th>
                  <th scope="col" className="number">
                    Loaded by
                  </th>
                </tr>
              </thead>
              <tbody>
                {uses.map(({ engine, name, bytes, threads, nodes: onNodes }) => (
                  <tr key={`${engine} ${name}`}>
                    <td className="name">{name}</td>
                    <td data-label="Engine">{engine}</td>
                    <td data-label="Size" className="number">
                      {formatMegabytes(bytes)}
                    </td>
                    <td data-label="Loaded by" className="number">
                      {threads === 0 ? (
                        <span className="quiet">no thread</span>
                      ) : (
                        `${formatCount(threads, 'thread')} on ${formatCount(onNodes, 'node')}`
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
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
          <dt>
            {id} on {nodeName(node)}
          </dt>
          <dd>
            <div>{formatMegabytes(memory.bytes)}</div>
            <Meter part={memory.bytes} whole={memory.budget_bytes} what={`the memory of ${id}`} />
            <div className="quiet small">of {formatMegabytes(memory.budget_bytes)}</div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
