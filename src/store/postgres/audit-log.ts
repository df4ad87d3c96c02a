/** The audit log. Entries are written on the connection of the change that they record, never afterwards. */
import type { Actor, UnknownActor, UserActor } from '../../lib/actor.ts';
import type { Page } from '../../lib/page.ts';
import { uuidV7, uuidV7From } from '../../lib/uuid-v7.ts';
import type { Connection, Database } from './database.ts';

export interface Change {
  readonly teamId: string;
  /** Subject and verb: `key.created`. */
  readonly action: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function recordChange(
  connection: Connection,
  actor: Actor | UnknownActor,
  change: Change,
): Promise<void> {
  await connection.query(
    `INSERT INTO audit_log (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    valuesOf(actor, change),
  );
}

/** For what is no change, and may happen often: at most `perHour` entries with this action, subject and user in an hour. */
export async function recordChangeAtMost(
  db: Database,
  actor: UserActor,
  change: Change,
  perHour: number,
): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (${columns})
     SELECT $1::uuid, $2::uuid, $3::text, $4::text, $5::jsonb, $6::text, $7::uuid, $8::text, $9::text, $10::uuid
      WHERE (SELECT count(*) FROM audit_log WHERE team_id = $1::uuid AND id > $11::uuid AND action = $3::text
                AND subject_id = $4::text AND actor_id = $7::uuid) < $12`,
    [...valuesOf(actor, change), uuidV7From(Date.now() - 3_600_000), perHour],
  );
}

const columns =
  'team_id, id, action, subject_id, details, actor_type, actor_id, actor_name, address, request_id';

function valuesOf(actor: Actor | UnknownActor, { teamId, action, subjectId, details }: Change) {
  const isOnLine = actor.type !== 'command_line';
  return [
    teamId,
    uuidV7(),
    action,
    subjectId,
    JSON.stringify(details),
    actor.type,
    actor.type === 'key' || actor.type === 'user' ? actor.id : null,
    actor.type === 'user' || actor.type === 'command_line' ? actor.name : null,
    isOnLine ? actor.address : null,
    isOnLine ? actor.requestId : null,
  ];
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
