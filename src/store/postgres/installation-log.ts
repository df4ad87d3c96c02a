/** The audit log of what belongs to no team. */
import type { Actor, UnknownActor } from '../../lib/actor.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Connection, Database } from './database.ts';

export async function recordInstallationChange(
  connection: Connection,
  actor: Actor | UnknownActor,
  change: {
    readonly action: string;
    readonly subjectId: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await connection.query(
    `INSERT INTO installation_log (id, action, subject_id, details, actor_type, actor_id, actor_name, address, request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuidV7(),
      change.action,
      change.subjectId,
      JSON.stringify(change.details),
      actor.type,
      'id' in actor ? actor.id : null,
      'name' in actor ? actor.name : '',
      'address' in actor ? actor.address : null,
      'requestId' in actor ? actor.requestId : null,
    ],
  );
}

export interface InstallationChange {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly subjectId: string;
  readonly actorName: string;
  readonly details: Record<string, unknown>;
}

/** `subject`: what was changed, the first word of the action. Newest first. */
export async function listInstallationChanges(
  db: Database,
  subject: string,
  limit: number,
): Promise<InstallationChange[]> {
  const { rows } = await db.query<InstallationChange>(
    `SELECT id, at, action, subject_id AS "subjectId", actor_name AS "actorName", details
       FROM installation_log WHERE split_part(action, '.', 1) = $1 ORDER BY id DESC LIMIT $2`,
    [subject, limit],
  );
  return rows;
}
