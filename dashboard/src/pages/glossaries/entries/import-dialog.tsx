import { useId, useState } from 'react';
import { Choices } from '../../../components/choices.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { inSlices, type Work } from '../../../lib/in-slices.ts';
import { t } from '../../../lib/messages.ts';
import { readCells, separatorOf } from '../../../lib/spreadsheet-cells.ts';
import { type Draft, readTsv } from '../draft/draft.ts';
import { mergeImport } from '../draft/merge-import.ts';
import type { Cells } from '../draft/term-faults.ts';

export interface ImportWish {
  readonly file: File;
  readonly isReplacing: boolean;
}

const ways = () => [
  { value: false, words: t('Add to them: terms that are there get the new target term') },
  { value: true, words: t('Replace them all') },
];

interface ImportDialogProps {
  readonly hasEntries: boolean;
  readonly onImport: (wish: ImportWish) => void;
  readonly onClose: () => void;
}

/** Imports a file into the grid, where the user can fix its problems. It is saved like any other change. */
export function ImportDialog({ hasEntries, onImport, onClose }: ImportDialogProps) {
  const fileId = useId();
  const [file, setFile] = useState<File>();
  const [isReplacing, setIsReplacing] = useState(false);
  const submit = () => {
    if (file !== undefined) onImport({ file, isReplacing });
  };
  return (
    <FormDialog
      title={t('Import entries')}
      action={t('Import')}
      isReady={file !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="field">
        <label className="label" htmlFor={fileId}>
          {t('File')}
        </label>
        <input
          id={fileId}
          type="file"
          className="input"
          required
          accept=".tsv,.csv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby={`${fileId}-hint`}
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <small id={`${fileId}-hint`} className="quiet small">
          {t('CSV or TSV in UTF-8: source term, target term, no line of headings.')}
        </small>
      </div>
      {hasEntries && (
        <Choices
          label={t('The entries that are there')}
          choices={ways()}
          value={isReplacing}
          onChange={setIsReplacing}
        />
      )}
      <p className="quiet small">{t('Nothing is saved before you have looked at it.')}</p>
    </FormDialog>
  );
}

/** Returns the number of entries in the file. */
export async function importFile(draft: Draft, { file, isReplacing }: ImportWish): Promise<number> {
  const entries = await inSlices(readFile(file.name, await file.text()));
  const rows = isReplacing ? entries : await inSlices(mergeImport(draft.rows, entries));
  await inSlices(draft.replace(rows));
  return entries.length;
}

function* readFile(name: string, text: string): Work<Cells[]> {
  const entries = /\.csv$/i.test(name) ? yield* readCsv(text) : yield* readTsv(text);
  for (const entry of entries) {
    entry.source = entry.source.trim();
    entry.target = entry.target.trim();
    yield;
  }
  return entries;
}

/** Ignores further columns, such as the language codes that other services export. */
function* readCsv(text: string): Work<Cells[]> {
  const rows = yield* readCells(text, separatorOf(text));
  return rows.map(([source = '', target = '']) => ({ source, target }));
}
