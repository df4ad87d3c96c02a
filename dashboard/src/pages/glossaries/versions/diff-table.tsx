import { useState } from 'react';
import type { VersionDiff } from '../../../api/queries.ts';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../lib/format.ts';

const rowsAtOnce = 100;

type Changed = VersionDiff['entries'][number];

const kinds = ['added', 'removed', 'changed'] as const;
const colours = { added: 'good', removed: 'bad', changed: 'warn' } as const;

function kindOf({ before, after }: Changed): (typeof kinds)[number] {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

/** Added, removed and changed terms between two versions. */
export function DiffTable({ diff }: { diff: VersionDiff }) {
  const [shownCount, setShownCount] = useState(rowsAtOnce);
  const total = diff.added + diff.removed + diff.changed;
  const isCutOff = total > diff.entries.length && shownCount >= diff.entries.length;
  if (total === 0) return <p className="quiet">No term differs.</p>;
  return (
    <>
      <p data-testid="diff-sum">
        {kinds.map((kind, i) => (
          <span key={kind} className={diff[kind] === 0 ? 'quiet' : colours[kind]}>
            {i > 0 && ', '}
            {formatNumber(diff[kind])} {kind}
          </span>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section className="table-frame dialog-table" tabIndex={0} aria-label="Differences">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Source term</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {diff.entries.slice(0, shownCount).map((entry) => (
              <tr key={entry.source}>
                <td className={colours[kindOf(entry)]}>{kindOf(entry)}</td>
                <td className="wrap">{entry.source}</td>
                <td className="wrap">{entry.before ?? <span className="quiet">–</span>}</td>
                <td className="wrap">{entry.after ?? <span className="quiet">–</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shownCount < diff.entries.length && (
        <div>
          <Button onClick={() => setShownCount(shownCount + rowsAtOnce)}>Show more</Button>
        </div>
      )}
      {isCutOff && (
        <p className="quiet small">
          The first {formatNumber(diff.entries.length)} of {formatNumber(total)}. Export both versions to
          compare all of them.
        </p>
      )}
    </>
  );
}
