import type { InstalledNode } from '../../../api/operator-queries.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { nodeName } from './node-name.ts';

export function NodeTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  return (
    <section className="stack" aria-labelledby="nodes">
      <h2 id="nodes">Nodes</h2>
      <div className="table-frame">
        <table className="table table-cards table-steady" aria-labelledby="nodes">
          <thead>
            <tr>
              <th scope="col" className="wide">
                Host (process)
              </th>
              <th scope="col">State</th>
              <th scope="col">Version</th>
              <th scope="col">Since</th>
              <th scope="col">Last seen</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.id} className={node.is_live ? undefined : 'gone'}>
                <td className="name">{nodeName(node)}</td>
                <td data-label="State">
                  <NodeState node={node} />
                </td>
                <td data-label="Version">{node.version}</td>
                <td data-label="Since">
                  <RelativeTime time={node.started_at} />
                </td>
                <td data-label="Last seen">
                  <RelativeTime time={node.last_seen_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
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
