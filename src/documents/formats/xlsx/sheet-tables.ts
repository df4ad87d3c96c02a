/**
 * Tables of sheets. The name of a column equals its header cell, and Excel reports the file as damaged if the
 * two differ or if two columns have the same name: both change together, or neither does.
 */
import type { Place } from '../../../markup/place.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import { decodeCell } from './sheet-text.ts';

export interface TableColumn {
  /** The range of the value of its `name` attribute. */
  readonly place: Place;
  readonly name: string;
  /** Its header cell: `A1`; undefined if the table has no header row. */
  readonly cell: string | undefined;
}

export interface SheetTable {
  readonly text: string;
  readonly columns: readonly TableColumn[];
  /** Labels of the totals row, which cells also contain. */
  readonly labels: readonly (Place & { readonly text: string })[];
  /** Formulas of its columns. */
  readonly formulas: readonly string[];
  /** Whether its column names come from a data source. */
  readonly isBound: boolean;
}

export function readTable(text: string, part: string): SheetTable {
  const cursor = officeCursor(text, part);
  const columns: TableColumn[] = [];
  const labels: (Place & { text: string })[] = [];
  const formulas: string[] = [];
  let firstCell: { column: number; row: number } | undefined;
  let isBound = false;
  while (cursor.nextTag()) {
    if (cursor.name === 's:table') {
      isBound = !['', 'worksheet'].includes(cursor.attribute('tableType') ?? '');
      if (cursor.attribute('headerRowCount') !== '0') firstCell = parseCell(cursor.attribute('ref') ?? '');
    } else if (cursor.name === 's:tableColumn') {
      const place = cursor.attributePlace('name');
      const cell = firstCell && `${columnName(firstCell.column + columns.length)}${firstCell.row}`;
      if (place !== undefined)
        columns.push({ place, name: decodeCell(cursor.attribute('name') ?? ''), cell });
      const label = cursor.attributePlace('totalsRowLabel');
      if (label !== undefined)
        labels.push({ ...label, text: decodeCell(cursor.attribute('totalsRowLabel') ?? '') });
    } else if (cursor.name === 's:calculatedColumnFormula' || cursor.name === 's:totalsRowFormula') {
      formulas.push(cursor.readText());
    }
  }
  return { text, columns, labels, formulas, isBound };
}

function parseCell(reference: string): { column: number; row: number } | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})/.exec(reference);
  if (match === null) return undefined;
  const column = Array.from(match[1] ?? '').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(match[2]) };
}

function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
