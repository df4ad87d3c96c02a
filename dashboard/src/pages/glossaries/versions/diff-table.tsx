import { useState } from 'react';
import type { VersionDiff } from '../../../api/queries.ts';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';

const rowsAtOnce = 100;

type Changed = VersionDiff['entries'][number];

const kinds = ['added', 'removed', 'changed'] as const;
const colours = { added: 'good', removed: 'bad', changed: 'warn' } as const;
const kindTexts = {
  added: () => tIn('state of a term', 'added'),
  removed: () => tIn('state of a term', 'removed'),
  changed: () => tIn('state of a term', 'changed'),
};
const countTexts = {
  added: (count: string) => t('{count} added', { count }),
  removed: (count: string) => t('{count} removed', { count }),
  changed: (count: string) => t('{count} changed', { count }),
};
const nothing = <span className="quiet">–</span>;

function kindOf({ before, after }: Changed): (typeof kinds)[number] {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

/** Added, removed and changed terms between two versions. */
export function DiffTable({ diff }: { diff: VersionDiff }) {
  const [shownCount, setShownCount] = useState(rowsAtOnce);
  const total = diff.added + diff.removed + diff.changed;
  const isCutOff = total > diff.entries.length && shownCount >= diff.entries.length;
  if (total === 0) return <p className="quiet">{t('No term differs.')}</p>;
  return (
    <>
      <p data-testid="diff-sum">
        {kinds.map((kind, i) => (
          <span key={kind} className={diff[kind] === 0 ? 'quiet' : colours[kind]}>
            {i > 0 && ', '}
            {countTexts[kind](formatNumber(diff[kind]))}
          </span>
        ))}
      </p>
      <DataTable
        hasCards={false}
        isTall
        label={t('Differences')}
        rows={diff.entries.slice(0, shownCount)}
        keyOf={({ source }) => source}
        columns={[
          {
            header: t('Change'),
            cell: (entry) => <span className={colours[kindOf(entry)]}>{kindTexts[kindOf(entry)]()}</span>,
          },
          { header: t('Source term'), className: 'wrap', cell: ({ source }) => source },
          { header: t('Before'), className: 'wrap', cell: ({ before }) => before ?? nothing },
          { header: t('After'), className: 'wrap', cell: ({ after }) => after ?? nothing },
        ]}
      />
      {shownCount < diff.entries.length && (
        <div>
          <Button onClick={() => setShownCount(shownCount + rowsAtOnce)}>{t('Show more')}</Button>
        </div>
      )}
      {isCutOff && (
        <p className="quiet small">
          {t('The first {shown} of {total}. Export both versions to compare all of them.', {
            shown: formatNumber(diff.entries.length),
            total: formatNumber(total),
          })}
        </p>
      )}
    </>
  );
}
