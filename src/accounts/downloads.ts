/**
 * Records which data of a team people take with them. Entries are bounded, so that a script that downloads all day does
 * not fill the audit log.
 */
import type { UserActor } from '../lib/actor.ts';
import { recordChangeAtMost } from '../store/postgres/audit-log.ts';
import type { Database } from '../store/postgres/database.ts';

export type ExportedData = 'usage' | 'audit' | 'requests';

const exportsPerHour = 20;

export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(db: Database) {
  return {
    /** Once an hour for each document and person. Not its name, which is content. */
    document: (teamId: string, documentId: string, actor: UserActor) =>
      recordChangeAtMost(
        db,
        actor,
        { teamId, action: 'document.downloaded', subjectId: documentId, details: {} },
        1,
      ),
    export: (
      teamId: string,
      data: ExportedData,
      period: { readonly from?: string | undefined; readonly to?: string | undefined },
      actor: UserActor,
    ) =>
      recordChangeAtMost(
        db,
        actor,
        { teamId, action: 'data.exported', subjectId: data, details: { data, ...period } },
        exportsPerHour,
      ),
  };
}
