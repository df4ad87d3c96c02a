/**
 * A virtualized grid of the entries: only visible rows are rendered, and two spacers replace the others. The
 * grid itself keeps the focus and names the active cell (aria-activedescendant), so that scrolling the cell out
 * of view does not lose the focus.
 */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { RowSpace } from '../../../components/row-space.tsx';
import { directionOf } from '../../../lib/interface-languages.ts';
import { interfaceLanguage, t } from '../../../lib/messages.ts';
import type { Draft, Row } from '../draft/draft.ts';
import { actionOf } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { columns, type Grid } from './use-grid.ts';

/** Browsers render nothing below about 17 million pixels, and a row can be 40 pixels high. */
export const mostRows = 400_000;
/** Rows rendered beyond the visible ones, and the scroll distance in rows between two renders. */
const spareRows = 16;
const stepRows = 8;

interface EntryGridProps {
  readonly draft: Draft;
  readonly rows: readonly Row[];
  readonly grid: Grid;
  readonly label: string;
  readonly onPaste: (text: string) => void;
}

export function EntryGrid({ draft, rows, grid, label, onPaste }: EntryGridProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [rowHeight] = useState(readRowHeight);
  const [top, setTop] = useState(0);
  const { active, editing } = grid;
  const count = Math.min(rows.length, mostRows);
  const first = Math.max(0, Math.min(top, count) - spareRows);
  const last = Math.min(count, top + Math.ceil(innerHeight / rowHeight) + spareRows + stepRows);

  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    // Keeps the active row below the sticky header and above the lower edge.
    const [above, below] = [active.index * rowHeight, (active.index + 2) * rowHeight - current.clientHeight];
    if (current.scrollTop > above) current.scrollTop = above;
    else if (current.scrollTop < below) current.scrollTop = below;
  }, [active.index, rowHeight]);

  // Closing a cell with a key returns the focus to the grid; a click elsewhere keeps the focus there.
  const wasEditing = useRef(false);
  useEffect(() => {
    const isClosed = wasEditing.current && editing === undefined;
    if (isClosed && document.activeElement === document.body) table.current?.focus({ preventScroll: true });
    wasEditing.current = editing !== undefined;
  }, [editing]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (editing === undefined) {
      const size = { index: count, column: grid.columnCount };
      const action = actionOf(event, active, size, directionOf(interfaceLanguage()) === 'rtl');
      if (action === undefined || count === 0) return;
      event.preventDefault();
      grid.act(action);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      grid.step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault();
      if (event.key === 'Escape') grid.giveUp();
      else grid.commit();
      if (event.key === 'Enter') grid.goTo({ ...active, index: Math.min(active.index + 1, count - 1) });
    }
  };
  const click = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-index]');
    if (cell === null || row === null || row === undefined) return;
    const [index, column] = [Number(row.dataset.index), Number(cell.dataset.column)];
    const isButton = (event.target as Element).closest('button') !== null;
    if (isButton) grid.removeRow(index);
    else if (editing === undefined && index === active.index && column === active.column)
      grid.edit(index, column);
    else if ((event.target as Element).closest('input') === null) grid.goTo({ index, column });
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const isPlain = editing !== undefined && !/[\t\n]/.test(text);
    if (grid.isLocked || isPlain || columns[active.column] === undefined) return;
    event.preventDefault();
    grid.giveUp();
    onPaste(text);
  };
  const copy = (event: ClipboardEvent) => {
    const text = editing === undefined ? grid.copied() : undefined;
    if (text === undefined || !getSelection()?.isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  const shown = rows.slice(first, last).map((row, i) => ({ row, index: first + i }));
  const isActiveShown = active.index >= first && active.index < last;
  return (
    <div
      ref={frame}
      className="grid-frame"
      onScroll={({ currentTarget }) =>
        setTop(Math.floor(currentTarget.scrollTop / rowHeight / stepRows) * stepRows)
      }
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an editable table is a grid
        role="grid"
        className="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={grid.columnCount}
        aria-readonly={grid.isReadOnly}
        aria-activedescendant={isActiveShown ? `${id}-${active.index}-${active.column}` : undefined}
        onKeyDown={press}
        onClick={click}
        onPaste={paste}
        onCopy={copy}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('Source term')}</th>
            <th scope="col">{t('Target term')}</th>
            {!grid.isReadOnly && <th scope="col">{t('Problem')}</th>}
          </tr>
        </thead>
        <tbody>
          <RowSpace className="grid-space" columns={3} height={first * rowHeight} />
          {shown.map(({ row, index }) => (
            <GridRow
              key={index}
              id={id}
              index={index}
              source={row.source}
              target={row.target}
              problem={draft.problemOf(row)}
              activeColumn={index === active.index ? active.column : undefined}
              editedColumn={editing?.row === row ? editing.column : undefined}
              text={editing?.row === row ? editing.text : undefined}
              isReadOnly={grid.isReadOnly}
              grid={editing?.row === row ? grid : undefined}
            />
          ))}
          <RowSpace className="grid-space" columns={3} height={(count - last) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

/** A row has the height of a control, which is larger on touch screens. */
function readRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--control')) || 32;
}
