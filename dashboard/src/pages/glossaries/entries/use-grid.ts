/** State of the grid: the active cell, the text being typed, and the keyboard and clipboard actions. */
import { useState } from 'react';
import type { Work } from '../../../lib/in-slices.ts';
import { readCells, toCell } from '../../../lib/spreadsheet-cells.ts';
import type { Draft, Row } from '../draft/draft.ts';
import type { Cells } from '../draft/term-faults.ts';
import { deleteColumn, type GridAction, type Place } from './grid-keys.ts';

export const columns = ['source', 'target'] as const;

interface Editing {
  readonly row: Row;
  readonly column: keyof Cells;
  readonly text: string;
}

export type Grid = ReturnType<typeof useGrid>;

export interface GridOptions {
  /** For viewers. */
  readonly isReadOnly: boolean;
  /** True while entries are being saved or loaded. */
  readonly isBusy: boolean;
}

export function useGrid(draft: Draft, rows: readonly Row[], { isReadOnly, isBusy }: GridOptions) {
  const isLocked = isReadOnly || isBusy;
  const [place, setPlace] = useState<Place>({ index: 0, column: 0 });
  const [editing, setEditing] = useState<Editing>();
  const active = { ...place, index: Math.max(0, Math.min(place.index, rows.length - 1)) };
  const activeRow = rows[active.index];

  const edit = (index: number, column: number, text?: string) => {
    const [row, name] = [rows[index], columns[column]];
    setPlace({ index, column });
    if (row !== undefined && name !== undefined && !isLocked)
      setEditing({ row, column: name, text: text ?? row[name] });
  };
  const commit = () => {
    if (editing !== undefined) draft.setCell(editing.row, editing.column, editing.text.trim());
    // Another cell may have been opened since.
    setEditing((now) => (now === editing ? undefined : now));
  };
  const addRow = (at = rows.length) => {
    commit();
    const before = rows[at - 1];
    const row = draft.insertBlank(before === undefined ? 0 : draft.rows.indexOf(before) + 1);
    // The new row is always visible: a blank row passes every filter.
    setPlace({ index: at, column: 0 });
    setEditing({ row, column: 'source', text: '' });
  };
  const removeRow = (index: number) => {
    const row = rows[index];
    if (row !== undefined && !isLocked) draft.remove(row);
  };
  return {
    active,
    activeRow,
    editing,
    isReadOnly,
    isLocked,
    columnCount: isReadOnly ? deleteColumn : deleteColumn + 1,
    edit,
    commit,
    addRow,
    removeRow,
    goTo: setPlace,
    type: (text: string) => setEditing((now) => now && { ...now, text }),
    giveUp: () => setEditing(undefined),
    /** Opens the next or previous cell. After the last cell it adds a row. */
    step(by: 1 | -1) {
      commit();
      const next = active.index * columns.length + active.column + by;
      const index = Math.floor(next / columns.length);
      if (next < 0) return;
      if (index >= rows.length) addRow();
      else edit(index, next % columns.length);
    },
    act(action: GridAction) {
      if (action.kind === 'move') return setPlace(action.to);
      if (isLocked) return undefined;
      if (action.kind === 'undo') return draft.undo();
      if (action.kind === 'redo') return draft.redo();
      if (action.kind === 'delete row') return removeRow(active.index);
      if (action.kind === 'edit') return edit(active.index, active.column, action.text);
      const name = columns[active.column];
      if (activeRow !== undefined && name !== undefined) draft.setCell(activeRow, name, '');
      return undefined;
    },
    /** Undefined when there is nothing to copy. */
    copied(): string | undefined {
      const name = columns[active.column];
      return name === undefined || activeRow === undefined ? undefined : toCell(activeRow[name]);
    },
    /** Fills from the active cell downward, and to the right where a line has two cells. */
    paste: (text: string) => pasteInto(draft, rows, active, text),
  };
}

function* pasteInto(draft: Draft, rows: readonly Row[], at: Place, text: string): Work<undefined> {
  const lines = yield* readCells(text, '\t');
  const isSourceFirst = at.column === 0;
  const cells: Partial<Cells>[] = [];
  for (const [first = '', second] of lines) {
    if (!isSourceFirst) cells.push({ target: first.trim() });
    else if (second === undefined) cells.push({ source: first.trim() });
    else cells.push({ source: first.trim(), target: second.trim() });
    yield;
  }
  yield* draft.fill(rows.slice(at.index, at.index + cells.length), cells);
}
