import { memo } from 'react';
import { t } from '../../../lib/messages.ts';
import { usePreferencesVersion } from '../../../state/preferences.ts';
import type { Cells } from '../draft/term-faults.ts';
import { deleteColumn } from './grid-keys.ts';
import { columns, type Grid } from './use-grid.ts';

interface GridRowProps {
  readonly id: string;
  readonly index: number;
  readonly source: string;
  readonly target: string;
  readonly problem: string | undefined;
  readonly activeColumn: number | undefined;
  readonly editedColumn: keyof Cells | undefined;
  readonly text: string | undefined;
  readonly isReadOnly: boolean;
  /** Given only to the row that is being edited, so that other rows do not render again on every key press. */
  readonly grid: Grid | undefined;
}

const names = () => ({ source: t('Source term'), target: t('Target term') });

export const GridRow = memo(function GridRow(props: GridRowProps) {
  // The labels are in the language of the interface, which is not a property of the row.
  usePreferencesVersion();
  const { id, index, problem, activeColumn, editedColumn, grid } = props;
  const cellProps = (column: number) => ({
    id: `${id}-${index}-${column}`,
    'data-column': column,
    className: activeColumn === column ? 'grid-active' : undefined,
  });
  return (
    <tr className="grid-row" data-index={index} aria-rowindex={index + 2}>
      {columns.map((name, column) =>
        editedColumn === name && grid !== undefined ? (
          <td key={name} {...cellProps(column)}>
            <input
              // biome-ignore lint/a11y/noAutofocus: a user who opens a cell wants to type in it
              autoFocus
              className="grid-input"
              aria-label={t('{name}, row {index}', { name: names()[name], index: index + 1 })}
              value={props.text}
              onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
              onChange={(event) => grid.type(event.target.value)}
              onBlur={grid.commit}
            />
          </td>
        ) : (
          <td key={name} {...cellProps(column)} title={props[name]}>
            {props[name]}
          </td>
        ),
      )}
      {!props.isReadOnly && (
        <td {...cellProps(deleteColumn)}>
          <span className="grid-end">
            <span className="bad small">{problem}</span>
            <button
              type="button"
              className="grid-delete"
              tabIndex={-1}
              aria-label={t('Delete row {index}', { index: index + 1 })}
            >
              ×
            </button>
          </span>
        </td>
      )}
    </tr>
  );
});
