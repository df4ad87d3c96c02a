/**
 * The queue of deliveries. A node takes what is due and moves it to the end of a lease, so that another node takes it up if this
 * one dies. Only the attempt that holds the lease records how it ended.
 */
import { installationChain } from './audit-chains.ts';
import { type Database, inTransaction } from './database.ts';
import { type AttemptEntry, cancelWaiting } from './delivery-log.ts';
import type { DestinationKind } from './event-destinations.ts';
import { recordEvent } from './events.ts';

export interface DueDelivery {
  readonly id: string;
  readonly lease: string;
  /** Including this one. */
  readonly attempts: number;
  readonly destinationId: string;
  readonly kind: DestinationKind;
  readonly destinationName: string;
  readonly address: string;
  /** Whether mail to this address goes to somebody in the team. True for destinations of the installation. */
  readonly isToMember: boolean;
  readonly secret: Buffer | null;
  readonly olderSecret: Buffer | null;
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** Of the chain of the audit log of the team, or of the installation; null if the log has no entry yet. */
  readonly auditHead: { readonly chain: string; readonly number: number; readonly hash: string } | null;
}

/** How many deliveries this node works on at a time: in all, and for each destination, owner and kind. */
export interface Claim {
  /** Without those in progress. */
  readonly limit: number;
  readonly limitPerDestination: number;
  readonly limitPerOwner: number;
  /** Of webhooks to all destinations that keep failing. */
  readonly limitFailing: number;
  /** All mail goes to one server, and waits for it together. */
  readonly limitMail: number;
  readonly leaseMs: number;
  /** What this node works on already, by destination. */
  readonly inProgress: ReadonlyMap<string, number>;
}

/** A destination with this many failures in a row gets one attempt at a time, until one succeeds. */
const patientFailures = 10;

/**
 * A free place goes to the owner, and there to the destination, that has the fewest: so whoever has many receivers that hang, or a
 * long queue, keeps nobody else waiting. Of those that have as many, the oldest delivery comes first.
 */
export async function claimDeliveries(db: Database, claim: Claim): Promise<DueDelivery[]> {
  // One probe of an index while nothing is due. The time of the statement: an index finds nothing by a time that changes while it runs.
  const { rows: due } = await db.query(
    `SELECT FROM event_deliveries v JOIN event_destinations d ON d.id = v.destination_id
      WHERE v.state = 'waiting' AND v.due_at <= statement_timestamp() AND d.is_enabled LIMIT 1`,
  );
  if (due.length === 0) return [];
  const { rows } = await db.query<DueDelivery>(
    `WITH destinations AS MATERIALIZED (
       SELECT d.id, d.team_id, d.is_enabled, d.failures >= ${patientFailures} AS is_failing, coalesce(busy.count, 0) AS busy,
              CASE WHEN d.kind = 'mail' THEN 'mail' WHEN d.failures >= ${patientFailures} THEN 'failing' ELSE 'webhook' END AS class
         FROM event_destinations d LEFT JOIN unnest($4::uuid[], $5::int[]) AS busy (id, count) ON busy.id = d.id
     ), busy AS MATERIALIZED (
       SELECT class, team_id, sum(busy) AS count FROM destinations WHERE busy > 0 GROUP BY class, team_id
     ), due AS (
       SELECT v.id, v.due_at, d.team_id, d.class, d.busy + row_number() OVER (PARTITION BY d.id ORDER BY v.due_at) AS of_destination
         FROM destinations d
        CROSS JOIN LATERAL (
          SELECT id, due_at FROM event_deliveries
           WHERE destination_id = d.id AND state = 'waiting' AND due_at <= statement_timestamp()
           ORDER BY due_at LIMIT greatest(0, CASE WHEN d.is_failing THEN 1 ELSE $2 END - d.busy)
             FOR UPDATE SKIP LOCKED) AS v
        WHERE d.is_enabled
     ), owned AS (
       SELECT *, row_number() OVER (PARTITION BY class, team_id ORDER BY of_destination, due_at) + coalesce((
                SELECT count FROM busy WHERE busy.class = due.class AND busy.team_id IS NOT DISTINCT FROM due.team_id), 0) AS of_owner
         FROM due
     ), classed AS (
       SELECT *, row_number() OVER (PARTITION BY class ORDER BY of_owner, due_at) + coalesce((
                SELECT sum(count) FROM busy WHERE busy.class = owned.class), 0) AS of_class
         FROM owned WHERE of_owner <= $6
     ), taken AS (
       SELECT id FROM classed WHERE of_class <= CASE class WHEN 'mail' THEN $7 WHEN 'failing' THEN $8 ELSE of_class END
        ORDER BY of_owner, due_at LIMIT $1)
     UPDATE event_deliveries v
        SET lease = gen_random_uuid(), attempts = v.attempts + 1,
            due_at = clock_timestamp() + make_interval(secs => $3)
       FROM taken, event_destinations d, events e LEFT JOIN teams t ON t.id = e.team_id
      WHERE v.id = taken.id AND d.id = v.destination_id AND e.id = v.event_id
     RETURNING v.id, v.lease, v.attempts, d.id AS "destinationId", d.kind, d.name AS "destinationName", d.address, d.secret,
               d.kind = 'webhook' OR d.team_id IS NULL OR EXISTS (
                 SELECT FROM team_members m JOIN users u ON u.id = m.user_id
                  WHERE m.team_id = d.team_id AND u.email = d.address) AS "isToMember",
               CASE WHEN d.older_until > now() THEN d.older_secret END AS "olderSecret",
               e.id AS "eventId", e.type, e.at, e.data, e.team_id AS "teamId", t.name AS "teamName",
               (SELECT jsonb_build_object('chain', c.chain_id, 'number', c.number, 'hash', encode(c.hash, 'hex'))
                  FROM audit_chains c WHERE c.chain_id = coalesce(e.team_id, '${installationChain}')) AS "auditHead"`,
    [
      claim.limit,
      claim.limitPerDestination,
      claim.leaseMs / 1_000,
      [...claim.inProgress.keys()],
      [...claim.inProgress.values()],
      claim.limitPerOwner,
      claim.limitMail,
      claim.limitFailing,
    ],
  );
  return rows;
}

const keptAttempts = 20;
const withEntry = `log = CASE WHEN jsonb_array_length(log) >= ${keptAttempts} THEN log - 0 ELSE log END || $3::jsonb`;

/** By the database's clock, like `failing_since`. */
const failsFor = (seconds: string) =>
  `d.failing_since < clock_timestamp() - make_interval(secs => ${seconds})`;

type Leased = Pick<DueDelivery, 'id' | 'lease' | 'destinationId'>;

/**
 * The delivery ends in a transaction of its own. Whoever deletes a destination locks it before its deliveries: an attempt that held
 * its delivery and waited for the destination would deadlock with that.
 */
export async function endDelivered(db: Database, delivery: Leased, entry: AttemptEntry): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE event_deliveries SET state = 'delivered', lease = NULL, ended_at = clock_timestamp(), ${withEntry}
      WHERE id = $1 AND lease = $2`,
    [delivery.id, delivery.lease, JSON.stringify([entry])],
  );
  if (rowCount === 0) return;
  await db.query(
    `UPDATE event_destinations d SET failures = 0, failing_since = NULL, last_delivered_at = clock_timestamp()
      WHERE d.id = $1
        AND (d.failures > 0 OR d.last_delivered_at IS NULL OR d.last_delivered_at < clock_timestamp() - interval '10 seconds')`,
    [delivery.destinationId],
  );
}

/** `retryMs`: when it is tried again; undefined: never. Returns whether the destination fails for longer than `patienceMs`. */
export async function endFailed(
  db: Database,
  delivery: Leased,
  entry: AttemptEntry,
  retryMs: number | undefined,
  patienceMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE event_deliveries
        SET state = CASE WHEN $4::float8 IS NULL THEN 'failed' ELSE 'waiting' END, lease = NULL,
            due_at = clock_timestamp() + make_interval(secs => coalesce($4, 0)),
            ended_at = CASE WHEN $4 IS NULL THEN clock_timestamp() END, ${withEntry}
      WHERE id = $1 AND lease = $2`,
    [delivery.id, delivery.lease, JSON.stringify([entry]), retryMs === undefined ? null : retryMs / 1_000],
  );
  if (rowCount === 0) return false;
  const { rows } = await db.query<{ isLong: boolean }>(
    `UPDATE event_destinations d SET failures = d.failures + 1, failing_since = coalesce(d.failing_since, clock_timestamp())
      WHERE d.id = $1 RETURNING ${failsFor('$2')} AS "isLong"`,
    [delivery.destinationId, patienceMs / 1_000],
  );
  return rows[0]?.isLong === true;
}

/** Gives back what this node took and will not try: it is due again at once, and the attempt does not count. */
export async function returnDeliveries(db: Database, deliveries: readonly Leased[]): Promise<void> {
  await db.query(
    `UPDATE event_deliveries v SET lease = NULL, due_at = clock_timestamp(), attempts = v.attempts - 1
       FROM unnest($1::uuid[], $2::uuid[]) AS mine (id, lease) WHERE v.id = mine.id AND v.lease = mine.lease`,
    [deliveries.map(({ id }) => id), deliveries.map(({ lease }) => lease)],
  );
}

/** Turns a destination off that fails for longer than `patienceMs`, and says so to the others of its owner. */
export async function disableFailing(
  db: Database,
  destinationId: string,
  patienceMs: number,
): Promise<boolean> {
  const isDisabled = await inTransaction(db, async (connection) => {
    const { rows } = await connection.query<{ teamId: string | null; name: string; since: Date }>(
      `UPDATE event_destinations d SET is_enabled = false, disabled_reason = 'failing'
        WHERE id = $1 AND is_enabled AND ${failsFor('$2')}
        RETURNING team_id AS "teamId", name, failing_since AS since`,
      [destinationId, patienceMs / 1_000],
    );
    const [disabled] = rows;
    if (disabled === undefined) return false;
    const { teamId, name, since } = disabled;
    await recordEvent(connection, {
      teamId,
      type: 'destination.disabled',
      subject: `${destinationId} ${since.toISOString()}`,
      data: { destination: { id: destinationId, name }, failing_since: since.toISOString() },
    });
    return true;
  });
  if (isDisabled) await cancelWaiting(db, destinationId);
  return isDisabled;
}
