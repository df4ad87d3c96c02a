import type { Installation, InstalledNode } from '../../../api/operator-queries.ts';
import { formatNumber } from '../../../lib/format.ts';
import { nodeName } from './node-name.ts';

export function SlowPairTable({
  nodes,
  pairs,
}: {
  nodes: readonly InstalledNode[];
  pairs: Installation['slowest_pairs'];
}) {
  const names = new Map(nodes.map((node) => [node.id, nodeName(node)]));
  return (
    <section className="stack" aria-labelledby="slowest">
      <div>
        <h2 id="slowest">Slowest pairs</h2>
        <p className="quiet">
          Times of the last 256 calls, waiting included, on the node where a pair is slowest.
        </p>
      </div>
      {pairs.length === 0 ? (
        <p className="quiet">Pairs appear here with their first call.</p>
      ) : (
        <div className="table-frame">
          <table className="table table-cards table-steady" aria-labelledby="slowest">
            <thead>
              <tr>
                <th scope="col">Pair</th>
                <th scope="col">Engine</th>
                <th scope="col" className="number">
                  Median
                </th>
                <th scope="col" className="number">
                  Slowest 5 %
                </th>
                <th scope="col" className="number">
                  Calls
                </th>
                <th scope="col" className="wide">
                  Node
                </th>
              </tr>
            </thead>
            <tbody>
              {pairs.map((slow, rank) => (
                // Keyed by rank: when two pairs swap ranks, the text changes and no row moves.
                // biome-ignore lint/suspicious/noArrayIndexKey: the rank is the identity of a row
                <tr key={rank}>
                  <td className="name">{slow.pair.replace('>', ' → ')}</td>
                  <td data-label="Engine">{slow.engine}</td>
                  <td data-label="Median" className="number">
                    {formatNumber(slow.p50_ms)} ms
                  </td>
                  <td data-label="Slowest 5 %" className="number">
                    {formatNumber(slow.p95_ms)} ms
                  </td>
                  <td data-label="Calls" className="number">
                    {formatNumber(slow.calls)}
                  </td>
                  <td data-label="Node" className="long-name">
                    {names.get(slow.node_id) ?? '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
