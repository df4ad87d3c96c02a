/** Lists the audit entries of a team. Every change writes one. */
import type { Page } from '../lib/page.ts';
import { type AuditFilter, type AuditRow, listAuditEntries } from '../store/postgres/audit-log.ts';
import type { Database } from '../store/postgres/database.ts';

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog(db: Database) {
  return {
    async list(teamId: string, filter: AuditFilter, page: Page) {
      return (await listAuditEntries(db, teamId, filter, page)).map(toEntry);
    },
  };
}

function toEntry({ subjectId, actorType, actorId, actorName, ...entry }: AuditRow) {
  return {
    ...entry,
    subject: { type: entry.action.split('.', 1)[0] ?? '', id: subjectId },
    actor: { type: actorType, id: actorId, name: actorName },
  };
}
