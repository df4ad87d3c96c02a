/** CSV export of the audit log: every entry that matches the filter, not only those on the page. */
import { type AuditEntry, type AuditQuestion, readAudit } from '../../api/team-queries.ts';
import { describeActor, describeEntry } from '../../components/entry-words.ts';
import { csvCell, csvTable } from '../../lib/csv.ts';

/** The server's page size. A hundred pages make a file that a spreadsheet can still open. */
const entriesAtOnce = 100;
export const mostInFile = 10_000;

export async function readAllEntries(
  team: string,
  question: AuditQuestion,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const part = await readAudit(team, question, cursor, entriesAtOnce);
    entries.push(...part.entries);
    cursor = part.next_cursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostInFile);
  return { entries, hasMore: cursor !== undefined };
}

const header = ['time', 'who', 'what', 'action', 'subject', 'address', 'request_id', 'details'];

export function toAuditCsv(entries: readonly AuditEntry[]): string {
  return csvTable(
    header,
    entries.map((entry) => [
      entry.at,
      ...[
        describeActor(entry.actor),
        describeEntry(entry),
        entry.action,
        entry.subject.id,
        entry.address ?? '',
        entry.request_id ?? '',
        JSON.stringify(entry.details),
      ].map(csvCell),
    ]),
  );
}
