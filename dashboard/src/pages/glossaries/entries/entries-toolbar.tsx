import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import type { FileFormat } from '../dictionary-exchange.ts';
import type { Draft } from '../draft/draft.ts';

export function EntriesToolbar({
  draft,
  shownCount,
  filter,
  isReadOnly,
  isBusy,
  mayBeSaved,
  onFilter,
  onAdd,
  onImport,
  onExport,
  onNextProblem,
  onSave,
}: {
  draft: Draft;
  shownCount: number;
  filter: string;
  isReadOnly: boolean;
  isBusy: boolean;
  mayBeSaved: boolean;
  onFilter: (filter: string) => void;
  onAdd: () => void;
  onImport: () => void;
  onExport: (format: FileFormat) => void;
  onNextProblem: () => void;
  onSave: () => void;
}) {
  const isSaved = draft.saved.version !== undefined;
  return (
    <div className="stack">
      <div className="row between toolbar">
        <div className="toolbar-filter">
          <Field
            label="Filter"
            type="search"
            placeholder="Part of a term"
            value={filter}
            onChange={(event) => onFilter(event.target.value)}
          />
        </div>
        <div className="row">
          {!isReadOnly && (
            <>
              <Button disabled={isBusy} onClick={onAdd}>
                Add a row
              </Button>
              <Button disabled={isBusy || !draft.canUndo} onClick={() => draft.undo()}>
                Undo
              </Button>
              <Button disabled={isBusy} onClick={onImport}>
                Import
              </Button>
            </>
          )}
          {(['tsv', 'csv'] as const).map((format) => (
            <Button key={format} disabled={isBusy || !isSaved} onClick={() => onExport(format)}>
              Export {format.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
      <div className="row between">
        <div className="row" role="status">
          <span>{formatCount(draft.entryCount, 'term')}</span>
          {filter !== '' && <span className="quiet">{formatNumber(shownCount)} found</span>}
          {draft.problemCount > 0 && (
            <span className="bad">{formatCount(draft.problemCount, 'problem')}</span>
          )}
          {draft.problemCount > 0 && (
            <Button kind="plain" onClick={onNextProblem}>
              Next problem
            </Button>
          )}
        </div>
        {!isReadOnly && (
          <div className="row">
            <span className="warn" data-testid="unsaved">
              {isBusy ? 'Working' : draft.isDirty ? 'Unsaved changes' : ''}
            </span>
            <Button kind="main" needs="change" disabled={!mayBeSaved} onClick={onSave}>
              Save
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
