/** Names of table columns, which equal the text of their header cells and are unique within a table. */

import { encodeAttribute } from '../../../markup/xml-text.ts';
import { composeParagraph } from '../shared/ooxml/compose-paragraph.ts';
import type { Paragraph } from '../shared/ooxml/lay-out-paragraph.ts';
import type { TextPart } from '../shared/ooxml/text-part.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';
import type { TableColumn } from './sheet-tables.ts';
import { encodeCell } from './sheet-text.ts';

/** The unit of a header cell, laid out so that composing it gives the plain text of the cell. */
interface HeaderUnit {
  readonly unit: number;
  readonly plain: Paragraph;
}

/** The maximum length of a column name in Excel. */
const longestName = 255;

export class ColumnNames {
  readonly #units: UnitList;
  readonly #tables: { name: string; header: HeaderUnit | undefined }[][] = [];

  constructor(units: UnitList) {
    this.#units = units;
  }

  /** Adds the columns of one table; a column without a translated header keeps its name. */
  add(part: TextPart, columns: readonly TableColumn[], headers: readonly (HeaderUnit | undefined)[]): void {
    this.#tables.push(columns.map(({ name }, i) => ({ name, header: headers[i] })));
    for (const [i, { place }] of columns.entries()) {
      const header = headers[i];
      if (header === undefined) continue;
      part.change(place, (translations) => {
        const translation = translations[header.unit] ?? header.plain.text;
        return translation === header.plain.text ? undefined : this.write(plainText(header, translation));
      });
    }
  }

  readonly write = (name: string): string =>
    encodeAttribute(encodeCell(name).replaceAll('\n', '_x000a_').replaceAll('\t', ' '));

  /** Reverts headers that would be duplicate, empty or too long, with all cells that share their unit. */
  settle(translations: readonly string[]): readonly string[] {
    const settled = [...translations];
    // A reverted header may now equal another translation, so this repeats until nothing changes.
    for (let isSettled = false; !isSettled; ) {
      isSettled = true;
      for (const unit of this.#tables.flatMap((table) => invalidHeaders(table, settled))) {
        const source = this.#units.units[unit]?.text ?? '';
        if (settled[unit] === source) continue;
        settled[unit] = source;
        isSettled = false;
      }
    }
    return settled;
  }
}

function invalidHeaders(
  table: readonly { name: string; header: HeaderUnit | undefined }[],
  translations: readonly string[],
): number[] {
  const names = table.map(({ name, header }) =>
    header === undefined ? name : plainText(header, translations[header.unit] ?? header.plain.text),
  );
  const keys = names.map((name) => name.trim().toLowerCase());
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return table.flatMap(({ header }, i) => {
    const key = keys[i] ?? '';
    const isFine = key !== '' && (names[i] ?? '').length <= longestName && counts.get(key) === 1;
    return header === undefined || isFine ? [] : [header.unit];
  });
}

function plainText({ plain }: HeaderUnit, translation: string): string {
  return composeParagraph(plain, translation, () => '');
}
