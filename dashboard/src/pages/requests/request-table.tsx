/** The calls in a table that renders only the visible rows, so that a long log scrolls smoothly. */
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Column, cellsOf, TableFrame } from '../../components/data-table.tsx';
import { dialectName } from '../../components/dialect-words.ts';
import { ModeTag } from '../../components/mode-tag.tsx';
import { RowSpace } from '../../components/row-space.tsx';
import { formatMilliseconds, formatNumber, formatShortTime, formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import { isCall } from './request-filter.ts';
import type { LoggedRequest } from './request-queries.ts';
import { countWords, isFailed, notLoggedWords, pairWords, statusWords } from './request-words.ts';

const rowHeight = 44;
/** Rows rendered beyond the visible ones, and the scroll distance in rows between two renders. */
const spareRows = 6;
const stepRows = 4;

interface RequestTableProps {
  readonly rows: readonly LoggedRequest[];
  readonly onOpen: (row: LoggedRequest) => void;
  /** Called when the end of the rows comes into view. */
  readonly onEnd: () => void;
}

export function RequestTable({ rows, onOpen, onEnd }: RequestTableProps) {
  const frame = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  useSteadyPlace(frame, rows);
  useMoreAtEnd(frame, rows, onEnd);
  const first = Math.max(0, Math.min(top, rows.length) - spareRows);
  const visible = Math.ceil((frame.current?.clientHeight ?? innerHeight) / rowHeight);
  const last = Math.min(rows.length, top + visible + spareRows + stepRows);
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  const scroll = (element: HTMLElement) => {
    setTop(Math.floor(element.scrollTop / rowHeight / stepRows) * stepRows);
    if (isNearEnd(element)) onEnd();
  };
  return (
    <section
      ref={frame}
      className="requests-frame"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      aria-label={t('Calls, newest first')}
      onScroll={({ currentTarget }) => scroll(currentTarget)}
    >
      <TableFrame columns={columns} className="table-requests" hasCards={false}>
        <tbody>
          <RowSpace className="request-space" columns={9} height={first * rowHeight} />
          {rows.slice(first, last).map((row) => (
            <RequestRow key={row.id} row={row} columns={columns} />
          ))}
          <RowSpace className="request-space" columns={9} height={(rows.length - last) * rowHeight} />
        </tbody>
      </TableFrame>
    </section>
  );
}

/** Times and numbers are costly to format, so a row that stays in view is not rendered again. */
const RequestRow = memo(function RequestRow({
  row,
  columns,
}: {
  row: LoggedRequest;
  columns: Column<LoggedRequest>[];
}) {
  return (
    <tr className={isFailed(row) ? 'request-failed' : undefined}>
      {isCall(row) ? cellsOf(columns, row) : <NotLogged row={row} columns={columns.length} />}
    </tr>
  );
});

function columnsOf(onOpen: (row: LoggedRequest) => void): Column<LoggedRequest>[] {
  return [
    {
      header: tIn('moment', 'Time'),
      className: 'request-time',
      cell: (row) => <OpenButton row={row} onOpen={onOpen} />,
    },
    {
      header: t('Status'),
      className: 'request-status',
      cell: (row) => (
        <>
          <span className={isFailed(row) ? 'tag tag-bad' : 'tag'}>{statusWords(row)}</span>
          {row.calls > 1 && <span className="quiet small"> {countWords(row.calls)}</span>}
        </>
      ),
    },
    {
      header: t('Error'),
      className: 'wide-only',
      cell: ({ code }) => code !== null && <code className="small">{code}</code>,
    },
    { header: t('Languages'), className: 'request-pair', cell: pairWords },
    { header: t('Engine'), className: 'wide-only', cell: ({ engines }) => engines.join(', ') },
    {
      header: t('Key'),
      className: 'wide-only',
      cell: ({ key_name, mode }) => (
        <>
          {key_name} {mode === 'test' && <ModeTag mode={mode} />}
        </>
      ),
    },
    {
      header: tIn('program that calls', 'Client'),
      className: 'wide-only',
      cell: ({ dialect }) => dialect !== null && dialectName(dialect),
    },
    {
      header: t('Characters'),
      kind: 'number',
      className: 'wide-only',
      cell: ({ characters }) => formatNumber(characters),
    },
    {
      header: t('Duration'),
      kind: 'number',
      className: 'wide-only',
      cell: ({ duration_ms }) => duration_ms !== null && formatMilliseconds(duration_ms),
    },
  ];
}

function OpenButton({ row, onOpen }: { row: LoggedRequest; onOpen: (row: LoggedRequest) => void }) {
  const time = formatShortTime(row.at);
  return (
    <button
      type="button"
      className="link-button"
      // Only when it is needed: the name of the time zone takes longer than all other cells of a row.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatTime(row.at);
      }}
      aria-label={t('Details of the call at {time}', { time })}
      onClick={() => onOpen(row)}
    >
      {time}
    </button>
  );
}

function NotLogged({ row, columns }: { row: LoggedRequest; columns: number }) {
  return (
    <td colSpan={columns} className="quiet">
      {formatShortTime(row.at)} · {notLoggedWords(row.calls)}
    </td>
  );
}

/** New rows above do not move the rows that somebody reads further down. */
function useSteadyPlace(frame: RefObject<HTMLElement | null>, rows: readonly LoggedRequest[]) {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const { current } = frame;
    const head = before.current[0]?.id;
    before.current = rows;
    if (current === null || current.scrollTop === 0 || head === undefined) return;
    const added = rows.findIndex(({ id }) => id === head);
    if (added > 0) current.scrollTop += added * rowHeight;
  }, [frame, rows]);
}

function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + 2 * clientHeight >= scrollHeight;
}

/**
 * Whoever scrolls to the end while a page is being loaded scrolls no further, so nothing else would ask for the next one.
 * Only new rows ask: a page that cannot be loaded would be asked for without a pause.
 */
function useMoreAtEnd(
  frame: RefObject<HTMLElement | null>,
  rows: readonly LoggedRequest[],
  onEnd: () => void,
) {
  const before = useRef(rows);
  useEffect(() => {
    const { current } = frame;
    if (before.current === rows) return;
    before.current = rows;
    // A table that nobody scrolls would search the whole log for the few calls that match.
    if (current !== null && current.scrollTop > 0 && isNearEnd(current)) onEnd();
  });
}
