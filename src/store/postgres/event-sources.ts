/** What is reported by looking rather than by a trigger: keys that expire soon, teams to forecast, alarms about engines. */
import type { Connection, Database } from './database.ts';

/**
 * Reports the keys that expire within 7 days, and again within one, once for each expiry. A key that was created for less than
 * that is not reported: whoever made it knows. Returns how many were reported.
 */
export async function recordExpiringKeys(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `WITH expiring AS MATERIALIZED (
       SELECT k.*, l.expires_at, days, concat_ws(' ', k.id, extract(epoch FROM l.expires_at), days) AS subject
         FROM key_limits l JOIN api_keys k ON k.id = l.key_id, (VALUES (7), (1)) AS notice (days)
        WHERE NOT l.is_over AND k.revoked_at IS NULL AND l.expires_at > clock_timestamp()
          AND l.expires_at <= clock_timestamp() + make_interval(days => days)
          AND (days = 1 OR l.expires_at > clock_timestamp() + interval '1 day')
          AND k.created_at < l.expires_at - make_interval(days => days)
     ), unreported AS MATERIALIZED (
       SELECT * FROM expiring WHERE NOT EXISTS (SELECT FROM events WHERE type = 'key.expiring' AND events.subject = expiring.subject)
     )
     SELECT count(record_event(team_id, 'key.expiring', subject, jsonb_build_object(
       'key', jsonb_build_object('id', id, 'name', name, 'mode', mode, 'scopes', scopes,
                                 'fingerprint', left(encode(key_hash, 'hex'), 8)),
       'expires_at', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'days_left', ceil(extract(epoch FROM expires_at - clock_timestamp()) / 86400)::int)))::int AS count
       FROM unreported`,
  );
  return rows[0]?.count ?? 0;
}

/** Teams that used something this month, whose forecast somebody wants and that were not reported this month. */
export async function teamsToForecast(db: Database, month: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT b.team_id AS id FROM team_balances b
      WHERE b.period = ($1 || '-01')::date AND b.quota_used > 0 AND b.suspended_at IS NULL
        AND EXISTS (SELECT FROM event_destinations d
                     WHERE (d.team_id = b.team_id OR d.team_id IS NULL) AND d.is_enabled AND 'budget.running_out' = ANY (d.event_types))
        AND NOT EXISTS (SELECT FROM events e WHERE e.type = 'budget.running_out' AND e.subject = concat_ws(' ', b.team_id, $1::text))
      ORDER BY 1`,
    [month],
  );
  return rows.map(({ id }) => id);
}

/** Returns false if another node looks at the moment. Until the end of the transaction, no other does. */
export async function lockAlarms(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('alarms about engines')) AS "isMine"`,
  );
  return rows[0]?.isMine === true;
}

/** Since when engines were reported as unhealthy. */
export async function readAlarms(connection: Connection): Promise<Map<string, Date>> {
  const { rows } = await connection.query<{ engine: string; since: Date }>(
    'SELECT engine, since FROM engine_alarms',
  );
  return new Map(rows.map(({ engine, since }) => [engine, since]));
}

export async function insertAlarm(connection: Connection, engine: string, since: Date): Promise<void> {
  await connection.query('INSERT INTO engine_alarms (engine, since) VALUES ($1, $2)', [engine, since]);
}

export async function deleteAlarm(connection: Connection, engine: string): Promise<void> {
  await connection.query('DELETE FROM engine_alarms WHERE engine = $1', [engine]);
}
