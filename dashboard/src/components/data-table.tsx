/** Every table of the dashboard. A column has its header and its cells in one place; on a phone, rows become cards. */
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  /** Also labels the cell in the card of its row. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * In a card, a `name` is the title and a `text` a paragraph: both have no label. The header of `actions` is
   * visible only to screen readers.
   */
  readonly kind?: 'name' | 'number' | 'text' | 'actions' | undefined;
  /** Class of the cells. */
  readonly className?: string;
  /** Share of the width in a table whose columns do not depend on the content (`table-steady`). */
  readonly width?: 'middle' | 'wide' | 'widest';
}

/** A column may be absent, such as that of actions which the user may not take. */
type Columns<Row> = readonly (Column<Row> | false)[];

interface FrameProps<Row> {
  readonly columns: Columns<Row>;
  readonly className?: string;
  readonly label?: string;
  readonly labelledBy?: string;
  readonly hasCards?: boolean;
  readonly isHeadHidden?: boolean;
  /** Scrolls inside a dialog. With a label, it can be scrolled by keyboard. */
  readonly isTall?: boolean;
}

interface TableProps<Row> extends FrameProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => Key;
  readonly rowClass?: (row: Row) => string | undefined;
  /** In place of a table without rows. */
  readonly empty?: ReactNode;
  /** Rows above the others, with cells of their own. */
  readonly children?: ReactNode;
}

export function DataTable<Row>({ rows, keyOf, rowClass, empty, children, ...frame }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <TableFrame {...frame}>
      <tbody>
        {children}
        {rows.map((row, i) => (
          <tr key={keyOf(row, i)} className={rowClass?.(row)}>
            {cellsOf(frame.columns, row)}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** The table without its rows: for rows in groups. */
export function TableFrame<Row>({ columns, children, ...frame }: FrameProps<Row> & { children: ReactNode }) {
  const { className, label, labelledBy, hasCards = true, isHeadHidden = false, isTall = false } = frame;
  const isRegion = isTall && label !== undefined;
  const frameClass = isTall ? 'table-frame dialog-table' : 'table-frame';
  const table = (
    <table className={joined('table', hasCards && 'table-cards', className)} aria-labelledby={labelledBy}>
      {label !== undefined && !isRegion && <caption className="visually-hidden">{label}</caption>}
      <thead className={isHeadHidden ? 'visually-hidden' : undefined}>
        <tr>{present(columns).map(headerOf)}</tr>
      </thead>
      {children}
    </table>
  );
  if (!isRegion) return <div className={frameClass}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section className={frameClass} tabIndex={0} aria-label={label}>
      {table}
    </section>
  );
}

function headerOf<Row>({ header, kind, width }: Column<Row>): ReactNode {
  return (
    <th key={header} scope="col" className={joined(kind === 'number' && kind, width)}>
      {kind === 'actions' ? <span className="visually-hidden">{header}</span> : header}
    </th>
  );
}

export function cellsOf<Row>(columns: Columns<Row>, row: Row): ReactNode[] {
  return present(columns).map(({ header, kind, className, cell }) => {
    const label = kind === undefined || kind === 'number' ? header : undefined;
    return (
      <td key={header} className={joined(kind !== 'text' && kind, className)} data-label={label}>
        {cell(row)}
      </td>
    );
  });
}

function present<Row>(columns: Columns<Row>): readonly Column<Row>[] {
  return columns.filter((column) => column !== false);
}

function joined(...classes: (string | false | undefined)[]): string | undefined {
  return classes.filter(Boolean).join(' ') || undefined;
}
