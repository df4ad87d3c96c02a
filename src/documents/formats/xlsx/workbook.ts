/**
 * Reads a workbook. A shared string is one unit, however many cells show it. Text that repeats a cell
 * elsewhere (the name of a table column, a chart category, a cached formula result) changes with the cell.
 */

import type { Place } from '../../../markup/place.ts';
import { encodeXml } from '../../../markup/xml-text.ts';
import { readDrawingPart } from '../shared/ooxml/drawing-part.ts';
import { readDrawings } from '../shared/ooxml/embedded-drawings.ts';
import { plainText, type RunStyle } from '../shared/ooxml/inline-pieces.ts';
import { layOutParagraph, type Paragraph } from '../shared/ooxml/lay-out-paragraph.ts';
import type { OfficePackage, ReadParts } from '../shared/ooxml/office-package.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import { TextPart } from '../shared/ooxml/text-part.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';
import { FormulaWords } from './formula-words.ts';
import { ColumnNames } from './sheet-columns.ts';
import { readComments, readThreadedComments } from './sheet-comments.ts';
import { changeHeader } from './sheet-header-footer.ts';
import { readSheet, type SheetFindings } from './sheet-part.ts';
import { readTable, type SheetTable } from './sheet-tables.ts';
import { decodeCell, readSheetText, type SheetText, withoutFormatting } from './sheet-text.ts';

/** The maximum length of a cell in Excel, which reports a file with a longer one as damaged. */
const longestCell = 32_767;

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const drawingType = 'application/vnd.openxmlformats-officedocument.drawing+xml';

/** The unit of the text of a cell. */
export interface CellUnit {
  readonly unit: number;
  /** Laid out so that composing it gives the plain text of the cell. */
  readonly plain: Paragraph;
}

export class WorkbookReader {
  readonly #parts: OfficePackage;
  readonly #mainPart: string;
  readonly #units: UnitList;
  readonly #words = new FormulaWords();
  readonly #read = new Map<string, TextPart>();
  /** Units of strings without formatting and line breaks, by their text. */
  readonly #plainUnits = new Map<string, number>();
  readonly #columns: ColumnNames;
  readonly #cellUnits: CellUnit[] = [];

  constructor(parts: OfficePackage, mainPart: string, units: UnitList) {
    this.#parts = parts;
    this.#mainPart = mainPart;
    this.#units = units;
    this.#columns = new ColumnNames(units);
  }

  read(): ReadParts {
    this.#readNames();
    const tables = this.#readTables();
    const sheets = this.#parts
      .namesOf(`${sheetType}worksheet+xml`)
      .map((name) => this.#readSheet(name, tables));
    const shared = this.#readSharedStrings(new Set(sheets.flatMap(({ found }) => [...found.shared])));
    for (const sheet of sheets) this.#addSheet(sheet, shared);
    this.#addComments();
    this.#addDrawings();
    for (const [name, { labels }] of tables) this.#addLabels(name, labels);
    return { parts: this.#read, settle: (translations) => this.#settle(translations) };
  }

  #settle(translations: readonly string[]): readonly string[] {
    const settled = [...translations];
    for (const { unit, plain } of this.#cellUnits) {
      const isTooLong = (settled[unit] ?? '').length > longestCell;
      if (isTooLong) settled[unit] = plain.text;
    }
    return this.#columns.settle(settled);
  }

  /** Defined names contain formulas; fields of pivot tables find their columns by name. */
  #readNames(): void {
    const cursor = officeCursor(this.#parts.text(this.#mainPart), this.#mainPart);
    while (cursor.nextTag()) {
      if (cursor.name === 's:definedName') this.#words.addFormula(cursor.readText());
    }
    for (const name of this.#parts.namesOf(`${sheetType}pivotCacheDefinition+xml`)) {
      const pivot = officeCursor(this.#parts.text(name), name);
      while (pivot.nextTag()) {
        if (pivot.name === 's:cacheField') this.#words.add(pivot.attribute('name') ?? '');
      }
    }
  }

  #readTables(): Map<string, SheetTable> {
    const tables = new Map<string, SheetTable>();
    for (const name of this.#parts.namesOf(`${sheetType}table+xml`)) {
      const text = this.#parts.text(name);
      const table = readTable(text, name);
      for (const formula of table.formulas) this.#words.addFormula(formula);
      if (table.isBound) for (const column of table.columns) this.#words.add(column.name);
      this.#read.set(name, new TextPart(text));
      tables.set(name, table);
    }
    return tables;
  }

  #readSheet(name: string, tables: ReadonlyMap<string, SheetTable>): ReadSheet {
    const own = [...this.#parts.relationships(name).values()].flatMap(({ target }) => {
      const table = tables.get(target);
      return table === undefined ? [] : [{ name: target, table }];
    });
    const requestedCells = new Set(
      own.flatMap(({ table }) => table.columns.flatMap(({ cell }) => cell ?? [])),
    );
    const text = this.#parts.text(name);
    return { name, text, tables: own, found: readSheet(text, name, this.#words, requestedCells) };
  }

  #readSharedStrings(used: ReadonlySet<number>): ReadonlyMap<number, CellUnit> {
    const units = new Map<number, CellUnit>();
    const [name] = this.#parts.namesOf(`${sheetType}sharedStrings+xml`);
    if (name === undefined) return units;
    const part = new TextPart(this.#parts.text(name));
    this.#read.set(name, part);
    const cursor = officeCursor(part.text, name);
    let index = 0;
    while (cursor.nextTag()) {
      if (cursor.name !== 's:si') continue;
      const text = readSheetText(cursor);
      const unit = used.has(index) ? this.#addCell(part, text) : undefined;
      if (unit !== undefined) units.set(index, unit);
      index++;
    }
    return units;
  }

  #addCell(part: TextPart, { pieces, plain, stretch }: SheetText): CellUnit | undefined {
    const paragraph = this.#words.has(plain) ? undefined : layOutParagraph(pieces);
    const bare = layOutParagraph(withoutFormatting(pieces));
    if (paragraph === undefined || bare === undefined) return undefined;
    const unit = this.#units.add(paragraph);
    part.changeParagraph(stretch, paragraph, unit);
    if (paragraph.tags.length === 0 && paragraph.text === encodeXml(plain)) this.#plainUnits.set(plain, unit);
    const added = { unit, plain: bare };
    this.#cellUnits.push(added);
    return added;
  }

  #addSheet({ name, text, tables, found }: ReadSheet, shared: ReadonlyMap<number, CellUnit>): void {
    const part = new TextPart(text);
    this.#read.set(name, part);
    const inline = new Map<string, CellUnit>();
    for (const [cell, each] of found.inline) {
      const unit = this.#addCell(part, each);
      if (unit !== undefined) inline.set(cell, unit);
    }
    for (const { name: tableName, table } of tables) {
      const headers = table.columns.map(({ cell = '' }) => {
        return inline.get(cell) ?? shared.get(found.sharedByCell.get(cell) ?? -1);
      });
      this.#columns.add(this.#read.get(tableName) as TextPart, table.columns, headers);
    }
    for (const result of found.results) this.#addRepetition(part, result, decodeCell(result.text), encodeXml);
    for (const header of found.headers) changeHeader(part, header, this.#units);
  }

  /** Text that repeats a cell: it changes with the cell or stays the same. */
  #addRepetition(part: TextPart, stretch: Place, text: string, write: RunStyle['write']): void {
    const unit = this.#plainUnits.get(text);
    const paragraph = unit === undefined ? undefined : layOutParagraph(plainText(text, write));
    if (unit !== undefined && paragraph !== undefined) part.changeParagraph(stretch, paragraph, unit);
  }

  #addLabels(name: string, labels: SheetTable['labels']): void {
    const part = this.#read.get(name);
    if (part === undefined) return;
    for (const label of labels) this.#addRepetition(part, label, label.text, this.#columns.write);
  }

  #addComments(): void {
    for (const name of this.#parts.namesOf(`${sheetType}comments+xml`)) {
      this.#read.set(name, readComments(this.#parts.text(name), name, this.#units));
    }
    for (const name of this.#parts.namesOf('application/vnd.ms-excel.threadedcomments+xml')) {
      this.#read.set(name, readThreadedComments(this.#parts.text(name), name, this.#units));
    }
  }

  #addDrawings(): void {
    const cachedName = (text: string) => this.#plainUnits.get(text);
    for (const name of this.#parts.namesOf(drawingType)) {
      this.#read.set(name, readDrawingPart(this.#parts.text(name), name, this.#units));
    }
    const embedded = readDrawings(this.#parts, this.#parts.names, this.#units, cachedName);
    for (const [name, part] of embedded) this.#read.set(name, part);
  }
}

interface ReadSheet {
  readonly name: string;
  readonly text: string;
  readonly tables: readonly { readonly name: string; readonly table: SheetTable }[];
  readonly found: SheetFindings;
}
