/** Lists the audit entries of a team. Every change writes one. */
import type { Page } from '../lib/page.ts';
import { type AuditFilter, type AuditRow, listAuditEntries } from '../store/postgres/audit-log.ts';
import type { Database } from '../store/postgres/database.ts';

export interface AuditEntry {
  id: string;
  at: string;
  action: string;
  subject: { type: string; id: string };
  actor: { type: string; id: string | null; name: string | null };
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

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

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    subject: { type: row.action.split('.', 1)[0] ?? '', id: row.subjectId },
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    address: row.address,
    request_id: row.requestId,
    details: row.details,
  };
}
