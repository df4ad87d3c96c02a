import type { InstalledNode } from '../../../api/operator-queries.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { nodeName } from './node-name.ts';

type Engine = InstalledNode['engines'][number];

/** Every engine on every live node: an engine can be healthy on one node and unhealthy on another. */
export function EngineTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const rows = nodes
    .filter(({ is_live }) => is_live)
    .flatMap((node) => node.engines.map((engine) => ({ node, engine })))
    .toSorted((a, b) => a.engine.id.localeCompare(b.engine.id));
  return (
    <section className="stack" aria-labelledby="engines">
      <h2 id="engines">Engines</h2>
      <div className="table-frame">
        <table className="table table-cards table-steady" aria-labelledby="engines">
          <thead>
            <tr>
              <th scope="col">Engine</th>
              <th scope="col">Health</th>
              <th scope="col">Since</th>
              <th scope="col">Node</th>
              <th scope="col" className="number">
                Pairs
              </th>
              <th scope="col" className="widest">
                Details
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ node, engine }) => (
              <tr key={`${node.id} ${engine.id}`}>
                <td className="name">{engine.id}</td>
                <td data-label="Health">
                  <Health engine={engine} />
                </td>
                <td data-label="Since">
                  <RelativeTime time={engine.since} never="–" />
                </td>
                <td data-label="Node" className="long-name">
                  {nodeName(node)}
                </td>
                <td data-label="Pairs" className="number">
                  {formatNumber(engine.pairs)}
                </td>
                <td data-label="Details" className="long-name small">
                  {engine.detail}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Health({ engine: { healthy, since } }: { engine: Engine }) {
  if (healthy) return <span className="tag tag-good">Healthy</span>;
  return since === null ? (
    <span className="tag">Not checked yet</span>
  ) : (
    <span className="tag tag-bad">Unhealthy</span>
  );
}
