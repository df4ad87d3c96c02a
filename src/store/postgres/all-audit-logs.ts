/** The audit logs of all teams and that of the installation as one, for operators. */
import type { Page } from '../../lib/page.ts';
import { uuidV7From } from '../../lib/uuid-v7.ts';
import type { AuditRow } from './audit-log.ts';
import type { Database } from './database.ts';

export interface AllAuditRow extends AuditRow {
  /** Null in the log of the installation. */
  readonly teamId: string | null;
  readonly teamName: string | null;
}

export interface AllAuditFilter {
  /** The first word of the action: what was changed. */
  readonly kind?: string | undefined;
  readonly subjectId?: string | undefined;
  /** The complete ID, or a part of the name, ignoring case. */
  readonly actor?: string | undefined;
  /** The same for the team. Entries of the installation belong to none. */
  readonly team?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Nodes make the IDs and the server the times: their clocks may differ by this much. */
const clockMarginMs = 60 * 60_000;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const columns = `a.id, a.at, a.action, a.subject_id AS "subjectId", a.actor_type AS "actorType", a.actor_id AS "actorId",
                 a.address, a.request_id AS "requestId", a.details`;

/** For both logs. The IDs bound what is read, whatever else is asked for. */
const isInTime = `a.id >= $1 AND a.id < $2 AND ($3::timestamptz IS NULL OR a.at >= $3) AND ($4::timestamptz IS NULL OR a.at < $4)`;
const isWanted = `${isInTime} AND ($5::text IS NULL OR split_part(a.action, '.', 1) = $5)
                  AND ($6::text IS NULL OR a.subject_id = $6)`;
const isBy = 'a.actor_id::text = lower($7) OR strpos(lower(a.actor_name), lower($7)) > 0';
/** Only keys have no name in the entry. They are looked up for those entries alone, not for all that are read. */
const isByKey = `a.actor_type = 'key' AND EXISTS (SELECT FROM api_keys o WHERE o.id = a.actor_id AND o.team_id = a.team_id
                                                   AND strpos(lower(o.name), lower($7)) > 0)`;

/** Newest first. A key appears under its current name. */
export async function listAllAuditEntries(
  db: Database,
  filter: AllAuditFilter,
  page: Page,
): Promise<AllAuditRow[]> {
  const { rows } = await db.query<AllAuditRow>(
    `SELECT * FROM (
       (SELECT ${columns}, coalesce(a.actor_name, k.name) AS "actorName", t.id AS "teamId", t.name AS "teamName"
          FROM audit_log a JOIN teams t ON t.id = a.team_id
          LEFT JOIN api_keys k ON k.id = a.actor_id AND k.team_id = a.team_id
         WHERE ${isWanted} AND ($7::text IS NULL OR ${isBy} OR (${isByKey}))
           AND ($8::text IS NULL OR t.id::text = lower($8) OR strpos(lower(t.name), lower($8)) > 0)
         ORDER BY a.id DESC LIMIT $9)
       UNION ALL
       (SELECT ${columns}, nullif(a.actor_name, ''), NULL, NULL FROM installation_log a
         WHERE ${isWanted} AND ($7::text IS NULL OR ${isBy}) AND $8::text IS NULL
         ORDER BY a.id DESC LIMIT $9)
     ) AS entries ORDER BY id DESC LIMIT $9`,
    [
      ...boundsOf(filter.from, filter.to, page.before),
      filter.kind,
      filter.subjectId,
      filter.actor,
      filter.team,
      page.limit,
    ],
  );
  return rows;
}

export interface AuditKind {
  readonly kind: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** What one request wrote into the logs of several teams is one event. */
export async function countAuditKinds(db: Database, from: Date): Promise<AuditKind[]> {
  const columns = 'a.id, a.at, a.action, a.subject_id, a.request_id';
  const { rows } = await db.query<AuditKind>(
    `SELECT split_part(action, '.', 1) AS kind, count(*)::int AS count, max(at) AS "lastAt"
       FROM (SELECT action, max(at) AS at
               FROM (SELECT ${columns} FROM audit_log a WHERE ${isInTime}
                     UNION ALL SELECT ${columns} FROM installation_log a WHERE ${isInTime}) AS entries
              GROUP BY action, subject_id, coalesce(request_id, id)) AS events
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    boundsOf(from, undefined, undefined),
  );
  return rows;
}

function boundsOf(from: Date | undefined, to: Date | undefined, before: string | undefined) {
  const first = uuidV7From(from === undefined ? 0 : from.getTime() - clockMarginMs);
  const end = before ?? (to === undefined ? lastId : uuidV7From(to.getTime() + clockMarginMs));
  return [first, end, from, to];
}
