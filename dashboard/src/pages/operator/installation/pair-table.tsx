import { useState } from 'react';
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { busiest, loadByPair, type PairLoad } from './by-pair.ts';

/** Enough for a quick overview; an installation with every language has thousands of pairs. */
const shownAtFirst = 20;

/** Queue of each engine and pair over all nodes. Rows keep their order; only figures change. */
export function PairTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const loads = loadByPair(nodes);
  const shown = showsAll ? loads : busiest(loads, shownAtFirst);
  const waitingFor = (engine: string) =>
    loads.filter((load) => load.engine === engine).reduce((sum, load) => sum + load.waitingCharacters, 0);
  return (
    <section className="stack" aria-labelledby="queues">
      <h2 id="queues">Queues</h2>
      {loads.length === 0 ? (
        <p className="quiet">Pairs appear here with their first call.</p>
      ) : (
        <div className="table-frame">
          <table className="table table-cards table-steady" aria-labelledby="queues">
            <thead>
              <tr>
                <th scope="col" className="wide">
                  Engine and pair
                </th>
                <th scope="col" className="number">
                  Waiting characters
                </th>
                <th scope="col" className="number">
                  Median
                </th>
                <th scope="col" className="number">
                  Slowest 5 %
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            {[...Map.groupBy(shown, ({ engine }) => engine)].map(([engine, pairs]) => (
              <tbody key={engine}>
                <tr className="group">
                  <th scope="rowgroup" className="name">
                    {engine}
                  </th>
                  <td data-label="Waiting characters" className="number">
                    {formatNumber(waitingFor(engine))}
                  </td>
                  <td className="rest" colSpan={3} />
                </tr>
                {pairs.map((load) => (
                  <PairRow key={load.pair} load={load} />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {loads.length > shownAtFirst && (
        <div>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show the busiest ${shownAtFirst}` : `Show all ${formatNumber(loads.length)} pairs`}
          </Button>
        </div>
      )}
    </section>
  );
}

function PairRow({ load }: { load: PairLoad }) {
  return (
    <tr>
      <td className="name pair">{load.pair.replace('>', ' → ')}</td>
      <td data-label="Waiting characters" className="number">
        {formatNumber(load.waitingCharacters)}
      </td>
      <td data-label="Median" className="number">
        {load.calls === 0 ? '–' : `${formatNumber(load.p50Ms)} ms`}
      </td>
      <td data-label="Slowest 5 %" className="number">
        {load.calls === 0 ? '–' : `${formatNumber(load.p95Ms)} ms`}
      </td>
      <td data-label="State">
        {load.leftAloneOn > 0 ? (
          <span className="tag tag-warn">Circuit open</span>
        ) : (
          <span className="tag">Serving</span>
        )}
      </td>
    </tr>
  );
}
