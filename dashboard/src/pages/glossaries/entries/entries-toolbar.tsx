import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { formatNumber, plural } from '../../../lib/format.ts';
import type { FileFormat } from '../dictionary-exchange.ts';
import type { Draft } from '../draft/draft.ts';

interface EntriesToolbarProps {
  readonly draft: Draft;
  readonly shownCount: number;
  readonly filter: string;
  readonly isReadOnly: boolean;
  readonly isBusy: boolean;
  readonly mayBeSaved: boolean;
  readonly onFilter: (filter: string) => void;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onExport: (format: FileFormat) => void;
  readonly onNextProblem: () => void;
  readonly onSave: () => void;
}

export function EntriesToolbar(props: EntriesToolbarProps) {
  const { draft, filter, isReadOnly, isBusy, onExport } = props;
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
            onChange={props.onFilter}
          />
        </div>
        <div className="row">
          {!isReadOnly && (
            <>
              <Button disabled={isBusy} onClick={props.onAdd}>
                Add a row
              </Button>
              <Button disabled={isBusy || !draft.canUndo} onClick={() => draft.undo()}>
                Undo
              </Button>
              <Button disabled={isBusy} onClick={props.onImport}>
                Import
              </Button>
            </>
          )}
          <Button disabled={isBusy || !isSaved} onClick={() => onExport('tsv')}>
            Export TSV
          </Button>
          <Button disabled={isBusy || !isSaved} onClick={() => onExport('csv')}>
            Export CSV
          </Button>
        </div>
      </div>
      <div className="row between">
        <div className="row" role="status">
          <span>{plural(draft.entryCount, { one: '# term', other: '# terms' })}</span>
          {filter !== '' && <span className="quiet">{formatNumber(props.shownCount)} found</span>}
          {draft.problemCount > 0 && (
            <>
              <span className="bad">
                {plural(draft.problemCount, { one: '# problem', other: '# problems' })}
              </span>
              <Button kind="plain" onClick={props.onNextProblem}>
                Next problem
              </Button>
            </>
          )}
        </div>
        {!isReadOnly && (
          <div className="row">
            <span className="warn" data-testid="unsaved">
              {isBusy ? 'Working' : draft.isDirty ? 'Unsaved changes' : ''}
            </span>
            <Button kind="main" needs="change" disabled={!props.mayBeSaved} onClick={props.onSave}>
              Save
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
