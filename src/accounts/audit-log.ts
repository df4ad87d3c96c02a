/** Lists the audit entries of a team, or of all. Every change writes one. */
import type { Page } from '../lib/page.ts';
import {
  type AllAuditFilter,
  countAuditKinds,
  listAllAuditEntries,
} from '../store/postgres/all-audit-logs.ts';
import { type AuditFilter, type AuditRow, listAuditEntries } from '../store/postgres/audit-log.ts';
import type { Database } from '../store/postgres/database.ts';
import { readChainPage } from './audit-chain/export-log.ts';

export type { AllAuditFilter } from '../store/postgres/all-audit-logs.ts';

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The days that the summary for operators covers. */
const summaryDays = 30;

export function createAuditLog(db: Database) {
  return {
    async list(teamId: string, filter: AuditFilter, page: Page) {
      return (await listAuditEntries(db, teamId, filter, page)).map(toEntry);
    },
    /** The logs of all teams and that of the installation. For operators, who may read each of them. */
    async listAll(filter: AllAuditFilter, page: Page) {
      const rows = await listAllAuditEntries(db, filter, page);
      return rows.map(({ teamId, teamName, ...row }) => ({
        ...toEntry(row),
        team: teamId === null ? null : { id: teamId, name: teamName ?? '' },
      }));
    },
    /** The entries with all that is needed to verify them, oldest first, and the head of their chain. */
    chain: (teamId: string, after: number, limit: number) => readChainPage(db, teamId, after, limit),
    /** What was changed lately, by kind. */
    async summary() {
      const from = new Date(Date.now() - summaryDays * 86_400_000);
      return { from, kinds: await countAuditKinds(db, from) };
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
