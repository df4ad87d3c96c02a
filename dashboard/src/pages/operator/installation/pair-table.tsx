import { useState } from 'react';
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { type Column, cellsOf, TableFrame } from '../../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { formatMilliseconds, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { pairOfCodes } from '../../../lib/pair-name.ts';
import { busiest, loadByPair, type PairLoad, sidesOf } from './by-pair.ts';

/** Enough for a quick overview; an installation with every language has thousands of pairs. */
const shownAtFirst = 20;

const waiting = () => t('Waiting characters');
const columns = (): readonly Column<PairLoad>[] => [
  {
    header: t('Engine and pair'),
    kind: 'name',
    width: 'wide',
    className: 'pair',
    cell: ({ pair }) => pairOfCodes(...sidesOf(pair)),
  },
  { header: waiting(), kind: 'number', cell: ({ waitingCharacters }) => formatNumber(waitingCharacters) },
  {
    header: t('Median'),
    kind: 'number',
    cell: ({ calls, p50Ms }) => (calls === 0 ? '–' : formatMilliseconds(p50Ms)),
  },
  {
    header: t('Slowest 5 %'),
    kind: 'number',
    cell: ({ calls, p95Ms }) => (calls === 0 ? '–' : formatMilliseconds(p95Ms)),
  },
  {
    header: t('State'),
    cell: ({ leftAloneOn }) =>
      leftAloneOn > 0 ? (
        <span className="tag tag-warn">{t('Circuit open')}</span>
      ) : (
        <span className="tag">{t('Serving')}</span>
      ),
  },
];

/** Queue of each engine and pair over all nodes. Rows keep their order; only figures change. */
export function PairTable({ nodes }: { nodes: readonly InstalledNode[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const loads = loadByPair(nodes);
  const shown = showsAll ? loads : busiest(loads, shownAtFirst);
  const waitingFor = (engine: string) =>
    loads.filter((load) => load.engine === engine).reduce((sum, load) => sum + load.waitingCharacters, 0);
  return (
    <Section id="queues" title={t('Queues')}>
      {loads.length === 0 ? (
        <p className="quiet">{t('Pairs appear here with their first call.')}</p>
      ) : (
        <TableFrame className="table-steady" labelledBy="queues" columns={columns()}>
          {[...Map.groupBy(shown, ({ engine }) => engine)].map(([engine, pairs]) => (
            <tbody key={engine}>
              <tr className="group">
                <th scope="rowgroup" className="name">
                  {engine}
                </th>
                <td data-label={waiting()} className="number">
                  {formatNumber(waitingFor(engine))}
                </td>
                <td className="rest" colSpan={3} />
              </tr>
              {pairs.map((load) => (
                <tr key={load.pair}>{cellsOf(columns(), load)}</tr>
              ))}
            </tbody>
          ))}
        </TableFrame>
      )}
      {loads.length > shownAtFirst && (
        <div>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? t('Show the busiest {shownAtFirst}', { shownAtFirst })
              : t('Show all {count} pairs', { count: formatNumber(loads.length) })}
          </Button>
        </div>
      )}
    </Section>
  );
}
