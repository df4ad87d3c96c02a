import { Download, Plus, Save, Undo2, Upload } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
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
  const undo = () => {
    draft.undo();
    // What comes back may be thousands of rows away.
    showToast(t('The last change is undone.'));
  };
  return (
    <div className="stack">
      <div className="row between toolbar">
        <div className="toolbar-filter">
          <Field
            label={t('Filter')}
            type="search"
            placeholder={t('Part of a term')}
            value={filter}
            onChange={props.onFilter}
          />
        </div>
        <div className="row">
          {!isReadOnly && (
            <>
              <Button icon={Plus} disabled={isBusy} onClick={props.onAdd}>
                {t('Add a row')}
              </Button>
              <Button icon={Undo2} disabled={isBusy || !draft.canUndo} onClick={undo}>
                {tIn('last change in an editor', 'Undo')}
              </Button>
              <Button icon={Upload} disabled={isBusy} onClick={props.onImport}>
                {t('Import')}
              </Button>
            </>
          )}
          <Button icon={Download} disabled={isBusy || !isSaved} onClick={() => onExport('tsv')}>
            {t('Export TSV')}
          </Button>
          <Button icon={Download} disabled={isBusy || !isSaved} onClick={() => onExport('csv')}>
            {t('Export CSV')}
          </Button>
        </div>
      </div>
      <div className="row between">
        <div className="row" role="status">
          <span>{t('{count, plural, one {# term} other {# terms}}', { count: draft.entryCount })}</span>
          {filter !== '' && (
            <span className="quiet">
              {t('{shownCount} found', { shownCount: formatNumber(props.shownCount) })}
            </span>
          )}
          {draft.problemCount > 0 && (
            <>
              <span className="bad">
                {t('{count, plural, one {# problem} other {# problems}}', {
                  count: draft.problemCount,
                })}
              </span>
              <Button kind="plain" onClick={props.onNextProblem}>
                {t('Next problem')}
              </Button>
            </>
          )}
        </div>
        {!isReadOnly && (
          <div className="row">
            <span className="warn" data-testid="unsaved">
              {isBusy ? t('Working') : draft.isDirty ? t('Unsaved changes') : ''}
            </span>
            <Button
              kind="main"
              icon={Save}
              needs="change"
              disabled={!props.mayBeSaved}
              onClick={props.onSave}
            >
              {t('Save')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
