/** The entries of a dictionary: the grid, bulk actions and saving. */
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { downloadFile } from '../../../lib/download-file.ts';
import { formatNumber } from '../../../lib/format.ts';
import { inSlices } from '../../../lib/in-slices.ts';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import { pairName } from '../../../lib/pair-name.ts';
import { type DictionaryPlace, exportDictionary, type FileFormat } from '../dictionary-exchange.ts';
import type { Draft } from '../draft/draft.ts';
import { isTargetFaulty } from '../draft/term-faults.ts';
import { EntriesToolbar } from './entries-toolbar.tsx';
import { EntryGrid, mostRows } from './entry-grid.tsx';
import { ImportDialog, importFile } from './import-dialog.tsx';
import { OvertakenDialog, WhoSaved } from './overtaken-dialog.tsx';
import { useGrid } from './use-grid.ts';
import { useSaving } from './use-saving.ts';
import { nextProblem, useView } from './use-view.ts';

interface EntriesPanelProps {
  readonly draft: Draft;
  readonly place: DictionaryPlace;
  /** The glossary's name. */
  readonly name: string;
  readonly isReadOnly: boolean;
}

export function EntriesPanel({ draft, place, name, isReadOnly }: EntriesPanelProps) {
  const [filter, setFilter] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const [isMerging, setIsMerging] = useState(true);
  const saving = useSaving(draft, place);
  const rows = useView(draft, filter);
  const grid = useGrid(draft, rows, { isReadOnly, isBusy: saving.isBusy });
  const { overtaken } = saving;
  const isSound = () => draft.problemCount === 0 && draft.entryCount > 0;
  const isChanged = draft.isDirty || grid.editing !== undefined;

  const save = () => {
    // The cell that is being edited is saved too, so it must be checked like the others.
    grid.commit();
    setIsMerging(true);
    if (draft.isDirty && isSound()) void saving.save();
  };
  useSaveKey(() => {
    if (!isReadOnly && !saving.isBusy) save();
  });
  const goToNextProblem = async () => {
    const row = await inSlices(nextProblem(draft, grid.activeRow));
    if (row === undefined) return;
    const isInSight = rows.includes(row);
    if (!isInSight) setFilter('');
    const column = isTargetFaulty(row) ? 1 : 0;
    grid.goTo({ index: (isInSight ? rows : draft.rows).indexOf(row), column });
  };
  const exportAs = (format: FileFormat) =>
    saving.doing(async () => {
      const fileName = `${name} ${place.source}-${place.target}.${format}`;
      downloadFile(fileName.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-'), await exportDictionary(place, format));
      return draft.isDirty
        ? t('Exported the saved version. Your unsaved changes are not in the file.')
        : undefined;
    });
  const paste = (text: string) =>
    saving.doing(async () => {
      await inSlices(grid.paste(text));
      return undefined;
    });
  return (
    <div className="stack">
      <EntriesToolbar
        draft={draft}
        shownCount={rows.length}
        filter={filter}
        isReadOnly={isReadOnly}
        isBusy={saving.isBusy}
        mayBeSaved={isChanged && (grid.editing !== undefined || isSound()) && !saving.isBusy}
        onFilter={setFilter}
        onAdd={() => grid.addRow()}
        onImport={() => setIsImporting(true)}
        onExport={(format) => void exportAs(format)}
        onNextProblem={() => void goToNextProblem()}
        onSave={save}
      />
      <Failure error={saving.error} />
      {saving.news !== undefined && <Notice kind="good">{saving.news}</Notice>}
      {overtaken !== undefined && (
        <Notice kind="warn">
          <p>
            <Message
              text="{whoSaved} Your changes are not saved yet."
              values={{ whoSaved: <WhoSaved overtaken={overtaken} /> }}
            />
          </p>
          <Button onClick={() => setIsMerging(true)}>{t('See what changed')}</Button>
        </Notice>
      )}
      <EntryGrid
        draft={draft}
        rows={rows}
        grid={grid}
        label={t('Entries, {place}', { place: pairName(place.source, place.target) })}
        onPaste={(text) => void paste(text)}
      />
      {rows.length > mostRows && (
        <p className="quiet small">
          {t('The first {mostRows} are shown. Filter to see others.', { mostRows: formatNumber(mostRows) })}
        </p>
      )}
      {!isReadOnly && (
        <p className="quiet small">
          {t(
            'Enter edits a cell, Tab moves to the next one, Escape cancels. Rows that you paste from a spreadsheet fill the rows below.',
          )}
        </p>
      )}
      {isImporting && (
        <ImportDialog
          hasEntries={draft.entryCount > 0}
          onClose={() => setIsImporting(false)}
          onImport={(wish) => {
            setIsImporting(false);
            void saving.doing(async () => {
              const { name } = wish.file;
              return t(
                '{count, plural, one {# line of {name} is in the grid. Review it, then save.} other {# lines of {name} are in the grid. Review them, then save.}}',
                { count: await importFile(draft, wish), name },
              );
            });
          }}
        />
      )}
      {overtaken !== undefined && isMerging && (
        <OvertakenDialog
          overtaken={overtaken}
          isBusy={saving.isBusy}
          onMerge={(choices) => void saving.merge(choices)}
          onClose={() => setIsMerging(false)}
        />
      )}
    </div>
  );
}

/** Ctrl+S or ⌘S saves, wherever the focus is. By default the browser would save the page. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
