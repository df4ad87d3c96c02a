/**
 * Reads a sheet: the shared strings that its cells show, its inline strings, the words that its formulas
 * compare with, and its headers and footers. Numbers, dates and formulas are never changed.
 */

import type { Place } from '../../../markup/place.ts';
import type { XmlCursor } from '../../../markup/xml-cursor.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import type { FormulaWords } from './formula-words.ts';
import { headersAndFooters } from './sheet-header-footer.ts';
import { readSheetText, type SheetText } from './sheet-text.ts';

export interface SheetFindings {
  /** Indexes of the shared strings that cells show. */
  readonly shared: Set<number>;
  /** Inline strings, by cell: `A1`. */
  readonly inline: Map<string, SheetText>;
  /** The index of the shared string of each requested cell. */
  readonly sharedByCell: Map<string, number>;
  /** Cached results of formulas that are text. */
  readonly results: (Place & { readonly text: string })[];
  readonly headers: (Place & { readonly text: string })[];
}

const formulas = new Set(['s:f', 's:formula', 's:formula1', 's:formula2']);
const filters = new Set(['s:filter', 's:customFilter']);

/** `requestedCells` are the cells to include in `sharedByCell`. */
export function readSheet(
  text: string,
  name: string,
  words: FormulaWords,
  requestedCells: ReadonlySet<string>,
): SheetFindings {
  const cursor = officeCursor(text, name);
  const found: SheetFindings = {
    shared: new Set(),
    inline: new Map(),
    sharedByCell: new Map(),
    results: [],
    headers: [],
  };
  let cell = { type: '', reference: '' };
  while (cursor.next() !== 'end') {
    if (cursor.kind !== 'open') {
      if (cursor.kind === 'empty' && filters.has(cursor.name)) words.add(cursor.attribute('val') ?? '');
      continue;
    }
    if (cursor.name === 's:c') {
      cell = { type: cursor.attribute('t') ?? '', reference: cursor.attribute('r') ?? '' };
    } else if (cursor.name === 's:v') {
      readValue(cursor, cell, requestedCells, found);
    } else if (cursor.name === 's:is') {
      // A cell without a reference still has text.
      found.inline.set(cell.reference || `#${found.inline.size}`, readSheetText(cursor));
    } else if (formulas.has(cursor.name)) {
      words.addFormula(cursor.readText());
    } else if (headersAndFooters.has(cursor.name)) {
      found.headers.push(cursor.readContent());
    }
  }
  return found;
}

function readValue(
  cursor: XmlCursor,
  { type, reference }: { type: string; reference: string },
  requestedCells: ReadonlySet<string>,
  found: SheetFindings,
): void {
  if (type === 's') {
    const index = Number(cursor.readText());
    found.shared.add(index);
    if (requestedCells.has(reference)) found.sharedByCell.set(reference, index);
  } else if (type === 'str') {
    found.results.push(cursor.readContent());
  }
}
