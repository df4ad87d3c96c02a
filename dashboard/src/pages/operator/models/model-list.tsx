import { useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { Field } from '../../../components/field.tsx';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { modelPairName } from '../../../lib/model-pair-name.ts';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import { InstallDialog, RemoveDialog } from './model-dialogs.tsx';
import { filterRows, firstFilter, type ModelRow, type RowFilter, rowFilters } from './model-rows.ts';
import { factsOf, releaseWord } from './model-words.ts';

interface ModelListProps {
  readonly rows: readonly ModelRow[];
  readonly openPairs: ReadonlySet<string>;
}

export function ModelList({ rows, openPairs }: ModelListProps) {
  const mayChange = useOperatorMay()('change models');
  const [filter, setFilter] = useState<RowFilter>();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<{ row: ModelRow; action: 'pull' | 'remove' }>();
  const wanted = search.trim().toLowerCase();
  const shown = filter ?? firstFilter(rows);
  const found = filterRows(rows, shown).filter(({ pair }) =>
    `${pair} ${modelPairName(pair)}`.toLowerCase().includes(wanted),
  );
  const close = () => setDialog(undefined);
  const ask = (row: ModelRow, action: 'pull' | 'remove') => {
    // What is installed now must not show another list afterwards.
    setFilter(shown);
    setDialog({ row, action });
  };
  const countOf = (filter: RowFilter) => formatNumber(filterRows(rows, filter).length);
  const names = [
    t('Installed ({count})', { count: countOf('installed') }),
    t('Could be better ({count})', { count: countOf('improvable') }),
    t('All ({count})', { count: countOf('all') }),
  ];
  return (
    <>
      <Tabs
        names={names}
        chosen={rowFilters.indexOf(shown)}
        labelledBy="model-list"
        onChoose={(index) => setFilter(rowFilters[index])}
      >
        <div className="form">
          <Field label={t('Search for a language')} type="search" value={search} onChange={setSearch} />
        </div>
        <DataTable
          labelledBy="model-list"
          rows={found}
          keyOf={({ pair }) => pair}
          empty={<p className="quiet">{t('No model here.')}</p>}
          columns={[
            {
              header: t('Pair'),
              kind: 'name',
              className: 'model-pair',
              cell: ({ pair }) => modelPairName(pair),
            },
            {
              header: t('Served by'),
              className: 'model-engine wrap',
              cell: ({ engines }) => engines.join(', ') || <Quiet>{t('no engine')}</Quiet>,
            },
            { header: t('Installed'), cell: (row) => <Installed row={row} /> },
            { header: t('Available'), cell: (row) => <Available row={row} /> },
            mayChange &&
              actionsColumn((row: ModelRow) => {
                const name = modelPairName(row.pair);
                const isBusy = openPairs.has(row.pair);
                return [
                  row.offers.length > 0 && {
                    words: t('Install'),
                    label: t('Install {name}', { name }),
                    disabled: isBusy,
                    onClick: () => ask(row, 'pull'),
                  },
                  row.installed.length > 0 && {
                    words: t('Remove'),
                    label: t('Remove {name}', { name }),
                    disabled: isBusy || row.installed.some(({ is_pinned }) => is_pinned),
                    onClick: () => ask(row, 'remove'),
                  },
                ];
              }),
          ]}
        />
      </Tabs>
      {dialog?.action === 'pull' && <InstallDialog row={dialog.row} onClose={close} />}
      {dialog?.action === 'remove' && <RemoveDialog row={dialog.row} onClose={close} />}
    </>
  );
}

function Quiet({ children }: { children: string }) {
  return <span className="quiet">{children}</span>;
}

function Installed({ row: { installed, offers, nodesWith, nodes } }: { row: ModelRow }) {
  if (installed.length === 0) return <Quiet>{t('no')}</Quiet>;
  return (
    <div>
      {installed.map((model) => {
        const offer = offers.find(({ architecture }) => architecture === model.architecture);
        const release = offer === undefined ? [] : [releaseWord(offer.release)];
        const facts = factsOf(model, ...release, ...(model.is_pinned ? [t('pinned')] : []));
        return (
          <div key={model.architecture}>
            {model.architecture ?? t('unknown kind')} <span className="quiet small">{facts}</span>
          </div>
        );
      })}
      {nodesWith < nodes && (
        <span className="tag tag-warn">
          {t('on {some} of {all} nodes', { some: formatNumber(nodesWith), all: formatNumber(nodes) })}
        </span>
      )}
    </div>
  );
}

function Available({ row: { offers } }: { row: ModelRow }) {
  const best = offers.find(({ is_default }) => is_default) ?? offers[0];
  if (best === undefined) return <Quiet>{t('no')}</Quiet>;
  return (
    <div>
      {best.architecture} <span className="quiet small">{factsOf(best, releaseWord(best.release))}</span>
    </div>
  );
}
