/** Lists the audit entries of a team. Every change writes one. */
import type { Page } from '../lib/page.ts';
import { type AuditFilter, type AuditRow, listAuditEntries } from '../store/postgres/audit-log.ts';
import type { Database } from '../store/postgres/database.ts';

export type AuditEntry = ReturnType<typeof toEntry>;

export interface AuditLog {
  list(teamId: string, filter: AuditFilter, page: Page): Promise<AuditEntry[]>;
}

export function createAuditLog(db: Database): AuditLog {
  return {
    async list(teamId, filter, page) {
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
