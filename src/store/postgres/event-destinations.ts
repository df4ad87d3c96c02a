/** Where events are sent. Whoever adds, changes or deletes a destination holds the lock of its owner. */
import type { Connection, Database, Queryable } from './database.ts';
import { lockTeam } from './teams.ts';

export type DestinationKind = 'webhook' | 'mail';

export interface DestinationRow {
  readonly id: string;
  /** Null: of the installation. */
  readonly teamId: string | null;
  readonly kind: DestinationKind;
  readonly name: string;
  /** The URL, or the e-mail address. */
  readonly address: string;
  readonly eventTypes: readonly string[];
  readonly isEnabled: boolean;
  /** `failing`: it failed for days; `person`: somebody turned it off. */
  readonly disabledReason: 'failing' | 'person' | null;
  /** Until then, webhooks are signed with the secret before the last rotation too. */
  readonly olderUntil: Date | null;
  readonly failingSince: Date | null;
  readonly lastDeliveredAt: Date | null;
  readonly createdAt: Date;
}

const columns = `id, team_id AS "teamId", kind, name, address, event_types AS "eventTypes", is_enabled AS "isEnabled",
  disabled_reason AS "disabledReason", CASE WHEN older_until > now() THEN older_until END AS "olderUntil",
  failing_since AS "failingSince", last_delivered_at AS "lastDeliveredAt", created_at AS "createdAt"`;

const isOwnedBy = 'team_id IS NOT DISTINCT FROM $1::uuid';

/** Returns false if there is no such team. */
export async function lockOwner(connection: Connection, teamId: string | null): Promise<boolean> {
  if (teamId !== null) return lockTeam(connection, teamId);
  await connection.query("SELECT pg_advisory_xact_lock(hashtext('event destinations of the installation'))");
  return true;
}

/** Newest first. */
export async function listDestinations(db: Queryable, teamId: string | null): Promise<DestinationRow[]> {
  const { rows } = await db.query<DestinationRow>(
    `SELECT ${columns} FROM event_destinations WHERE ${isOwnedBy} ORDER BY id DESC`,
    [teamId],
  );
  return rows;
}

export async function findDestination(
  db: Queryable,
  teamId: string | null,
  id: string,
): Promise<DestinationRow | undefined> {
  const { rows } = await db.query<DestinationRow>(
    `SELECT ${columns} FROM event_destinations WHERE ${isOwnedBy} AND id = $2`,
    [teamId, id],
  );
  return rows[0];
}

export type NewDestination = Pick<
  DestinationRow,
  'id' | 'teamId' | 'kind' | 'name' | 'address' | 'eventTypes'
> & { readonly secret: Buffer | null };

export async function insertDestination(
  connection: Connection,
  destination: NewDestination,
): Promise<DestinationRow> {
  const { rows } = await connection.query<DestinationRow>(
    `INSERT INTO event_destinations (id, team_id, kind, name, address, event_types, secret)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [
      destination.id,
      destination.teamId,
      destination.kind,
      destination.name,
      destination.address,
      destination.eventTypes,
      destination.secret,
    ],
  );
  return only(rows);
}

export type DestinationChanges = Pick<DestinationRow, 'name' | 'address' | 'eventTypes' | 'isEnabled'>;

/** A destination that is turned on again, or has another address, starts without failures. */
export async function updateDestination(
  connection: Connection,
  id: string,
  { name, address, eventTypes, isEnabled }: DestinationChanges,
): Promise<DestinationRow> {
  const { rows } = await connection.query<DestinationRow>(
    `UPDATE event_destinations d
        SET name = $2, address = $3, event_types = $4, is_enabled = $5,
            disabled_reason = CASE WHEN $5 THEN NULL ELSE coalesce(d.disabled_reason, 'person') END,
            failures = CASE WHEN $5 AND (NOT d.is_enabled OR d.address <> $3) THEN 0 ELSE d.failures END,
            failing_since = CASE WHEN $5 AND (NOT d.is_enabled OR d.address <> $3) THEN NULL ELSE d.failing_since END
      WHERE id = $1 RETURNING ${columns}`,
    [id, name, address, eventTypes, isEnabled],
  );
  return only(rows);
}

export async function deleteDestination(connection: Connection, id: string): Promise<void> {
  await connection.query('DELETE FROM event_destinations WHERE id = $1', [id]);
}

/** The secret until now stays valid for `overlapSeconds`. */
export async function replaceSecret(
  connection: Connection,
  id: string,
  secret: Buffer,
  overlapSeconds: number,
): Promise<DestinationRow> {
  const { rows } = await connection.query<DestinationRow>(
    `UPDATE event_destinations
        SET older_secret = secret, older_until = now() + make_interval(secs => $3), secret = $2
      WHERE id = $1 RETURNING ${columns}`,
    [id, secret, overlapSeconds],
  );
  return only(rows);
}

export async function forgetOlderSecrets(db: Database): Promise<void> {
  await db.query(
    'UPDATE event_destinations SET older_secret = NULL, older_until = NULL WHERE older_until < now()',
  );
}

function only(rows: readonly DestinationRow[]): DestinationRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a destination that is locked is gone');
  return row;
}
