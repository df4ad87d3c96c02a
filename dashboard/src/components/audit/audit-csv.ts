/** CSV export of an audit log: every entry that matches the filter, not only those on the page. */
import type { AuditEntry } from '../../api/team-queries.ts';
import { csvCell, csvTable } from '../../lib/csv.ts';
import { describeActor, describeEntry } from '../entry-words.ts';

/** The server's page size. A hundred pages make a file that a spreadsheet can still open. */
const entriesAtOnce = 100;
export const mostInFile = 10_000;

interface Part<Entry> {
  readonly entries: readonly Entry[];
  readonly next_cursor: string | null;
}

export async function readAllEntries<Entry>(
  readPart: (cursor: string | undefined, limit: number) => Promise<Part<Entry>>,
): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const part = await readPart(cursor, entriesAtOnce);
    entries.push(...part.entries);
    cursor = part.next_cursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostInFile);
  return { entries, hasMore: cursor !== undefined };
}

const header = ['time', 'who', 'what', 'action', 'subject', 'address', 'request_id', 'details'];

export function toAuditCsv(entries: readonly AuditEntry[]): string {
  return csvTable(
    header,
    entries.map((entry) => [entry.at, ...cellsOf(entry)]),
  );
}

type EntryOfTeam = AuditEntry & { readonly team: { readonly id: string; readonly name: string } | null };

/** The entries of several teams, with the name and the id of each one's team. */
export function toAllAuditCsv(entries: readonly EntryOfTeam[]): string {
  return csvTable(
    ['time', 'team', 'team_id', ...header.slice(1)],
    entries.map((entry) => [
      entry.at,
      csvCell(entry.team?.name ?? ''),
      csvCell(entry.team?.id ?? ''),
      ...cellsOf(entry),
    ]),
  );
}

function cellsOf(entry: AuditEntry): string[] {
  return [
    describeActor(entry.actor),
    describeEntry(entry),
    entry.action,
    entry.subject.id,
    entry.address ?? '',
    entry.request_id ?? '',
    JSON.stringify(entry.details),
  ].map(csvCell);
}
