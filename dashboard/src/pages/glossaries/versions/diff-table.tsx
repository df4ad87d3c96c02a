import { type ReactNode, useState } from 'react';
import type { VersionDiff } from '../../../api/queries.ts';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Message } from '../../../lib/message.tsx';
import { t, tIn } from '../../../lib/messages.ts';

const rowsAtOnce = 100;

type Changed = VersionDiff['entries'][number];

type Kind = 'added' | 'removed' | 'changed';
const colours = { added: 'good', removed: 'bad', changed: 'warn' } as const;
const kindTexts = {
  added: () => tIn('state of a term', 'added'),
  removed: () => tIn('state of a term', 'removed'),
  changed: () => tIn('state of a term', 'changed'),
};
const nothing = <span className="quiet">–</span>;

function kindOf({ before, after }: Changed): Kind {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

/** Added, removed and changed terms between two versions. */
export function DiffTable({ diff }: { diff: VersionDiff }) {
  const [shownCount, setShownCount] = useState(rowsAtOnce);
  const total = diff.added + diff.removed + diff.changed;
  const isCutOff = total > diff.entries.length && shownCount >= diff.entries.length;
  const inColour = (kind: Kind) => (content: ReactNode) => (
    <span className={diff[kind] === 0 ? 'quiet' : colours[kind]}>{content}</span>
  );
  if (total === 0) return <p className="quiet">{t('No term differs.')}</p>;
  return (
    <>
      <p data-testid="diff-sum">
        <Message
          text="<ofAdded>{added} added</ofAdded>, <ofRemoved>{removed} removed</ofRemoved>, <ofChanged>{changed} changed</ofChanged>"
          values={{
            added: formatNumber(diff.added),
            removed: formatNumber(diff.removed),
            changed: formatNumber(diff.changed),
            ofAdded: inColour('added'),
            ofRemoved: inColour('removed'),
            ofChanged: inColour('changed'),
          }}
        />
      </p>
      <DataTable
        hasCards={false}
        isTall
        label={t('Differences')}
        rows={diff.entries.slice(0, shownCount)}
        keyOf={({ source }) => source}
        columns={[
          {
            header: tIn('kind of a difference', 'Change'),
            className: 'unbroken',
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
