/** The audit log. Entries are written on the connection of the change that they record, never afterwards. */
import type { Actor } from '../../lib/actor.ts';
import type { Page } from '../../lib/page.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Connection, Database } from './database.ts';

export interface Change {
  readonly teamId: string;
  /** Subject and verb: `key.created`. */
  readonly action: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function recordChange(connection: Connection, actor: Actor, change: Change): Promise<void> {
  const isOnLine = actor.type !== 'command_line';
  await connection.query(
    `INSERT INTO audit_log (team_id, id, action, subject_id, details, actor_type, actor_id, actor_name, address, request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      change.teamId,
      uuidV7(),
      change.action,
      change.subjectId,
      JSON.stringify(change.details),
      actor.type,
      isOnLine ? actor.id : null,
      actor.type === 'key' ? null : actor.name,
      isOnLine ? actor.address : null,
      isOnLine ? actor.requestId : null,
    ],
  );
}

export interface AuditRow {
  id: string;
  at: Date;
  action: string;
  subjectId: string;
  actorType: string;
  actorId: string | null;
  actorName: string | null;
  address: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

export interface AuditFilter {
  /** Matches any of these. */
  readonly actions?: readonly string[] | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The complete ID, or a part of the name, ignoring case. */
  readonly actor?: string | undefined;
}

/** The team's entries, newest first. A key appears under its current name. */
export async function listAuditEntries(
  db: Database,
  teamId: string,
  filter: AuditFilter,
  page: Page,
): Promise<AuditRow[]> {
  const { rows } = await db.query<AuditRow>(
    `SELECT a.id, a.at, a.action, a.subject_id AS "subjectId", a.actor_type AS "actorType",
            a.actor_id AS "actorId", coalesce(a.actor_name, k.name) AS "actorName", a.address,
            a.request_id AS "requestId", a.details
       FROM audit_log a LEFT JOIN api_keys k ON k.id = a.actor_id AND k.team_id = a.team_id
      WHERE a.team_id = $1
        AND ($2::uuid IS NULL OR a.id < $2)
        AND ($3::text[] IS NULL OR a.action = ANY ($3))
        AND ($4::text IS NULL OR a.subject_id = $4)
        AND ($5::timestamptz IS NULL OR a.at >= $5)
        AND ($6::timestamptz IS NULL OR a.at < $6)
        AND ($8::text IS NULL OR a.actor_id::text = lower($8)
             OR strpos(lower(coalesce(a.actor_name, k.name)), lower($8)) > 0)
      ORDER BY a.id DESC LIMIT $7`,
    [teamId, page.before, filter.actions, filter.subjectId, filter.from, filter.to, page.limit, filter.actor],
  );
  return rows;
}
