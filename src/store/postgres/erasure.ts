/** Removes everything that identifies a team. IDs, totals and times stay, because the ledger must add up. */
import { revocationTime } from './api-keys.ts';
import type { Connection } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

const beforeFirstId = '00000000-0000-0000-0000-000000000000';

/** Replaces names and reasons. */
const erasedName = 'erased';

/** The next rows of a team in the order of a column, with all that have the last one's value: no index finds rows by their place. */
function nextRows(table: string, column: string, isWanted = 'true'): string {
  return `team_id = $1 AND ${isWanted} AND ${column} <=
    (SELECT ${column} FROM (SELECT ${column} FROM ${table} WHERE team_id = $1 AND ${isWanted} ORDER BY ${column} LIMIT $2) AS next
      ORDER BY ${column} DESC LIMIT 1)`;
}

/** A tag may name somebody, so its usage joins that of the tags that have no name. */
function forgetTags(table: string, time: string): string {
  const group = `team_id, ${time}, key_id, mode, source_lang, target_lang, engine, dialect`;
  return `WITH gone AS (DELETE FROM ${table} WHERE ${nextRows(table, time, "tag NOT IN ('', 'other tags')")} RETURNING *)
    INSERT INTO ${table} AS u (${group}, tag, characters, calls, texts)
    SELECT ${group}, 'other tags', sum(characters), sum(calls), sum(texts) FROM gone GROUP BY ${group}
        ON CONFLICT (${group}, tag) DO UPDATE
       SET characters = u.characters + excluded.characters, calls = u.calls + excluded.calls, texts = u.texts + excluded.texts`;
}

/** Each removes some rows of what may be more than one statement has time for, and is repeated until nothing is left. */
const repeatedStatements: readonly { readonly statement: string; readonly rowsAtOnce: number }[] = [
  // Each with up to a hundred dictionaries of some megabytes, and their earlier versions.
  { statement: `DELETE FROM glossaries WHERE ${nextRows('glossaries', 'id')}`, rowsAtOnce: 1 },
  {
    statement: `DELETE FROM idempotency_keys WHERE ${nextRows('idempotency_keys', 'key_hmac')}`,
    rowsAtOnce: 1_000,
  },
  {
    // Documents are ciphertext whose keys are deleted here; their jobs find nothing to do.
    statement: `WITH gone AS (DELETE FROM documents WHERE ${nextRows('documents', 'id')} RETURNING source_file, result_file),
          files AS (INSERT INTO files_to_delete (name, due_at)
                    SELECT name, clock_timestamp() FROM gone, unnest(ARRAY[source_file, result_file]) AS name WHERE name IS NOT NULL
                        ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at)
     SELECT FROM gone`,
    rowsAtOnce: 1_000,
  },
  { statement: forgetTags('usage_hourly', 'hour'), rowsAtOnce: 1_000 },
  { statement: forgetTags('usage_daily', 'day'), rowsAtOnce: 1_000 },
];

/** In the order of the foreign keys. `$1` is the team. */
const statements = [
  // Without the secret, the team's cache entries can never be decrypted.
  'DELETE FROM team_secrets WHERE team_id = $1',
  // Nor what a backup or a disk still has of its glossaries and style rules.
  'DELETE FROM team_text_keys WHERE team_id = $1',
  'DELETE FROM style_rule_lists WHERE team_id = $1',
  'DELETE FROM event_destinations WHERE team_id = $1',
  'DELETE FROM access_links WHERE team_id = $1',
  'DELETE FROM streamed_calls WHERE team_id = $1',
  'DELETE FROM holds WHERE team_id = $1',
  'DELETE FROM key_limits WHERE team_id = $1',
  'DELETE FROM reporting_tags WHERE team_id = $1',
  'UPDATE team_balances SET held = 0 WHERE team_id = $1',
  // Users who are in no other team are deleted as well, except operators.
  `WITH gone AS (
     SELECT u.id FROM users u JOIN team_members mine ON mine.user_id = u.id AND mine.team_id = $1
      WHERE ${operatorRoleOf('u')} IS NULL AND NOT EXISTS (
        SELECT 1 FROM team_members other WHERE other.user_id = u.id AND other.team_id <> $1)
   ), left_team AS (
     DELETE FROM team_members WHERE team_id = $1
   ), signed_out AS (
     DELETE FROM sessions WHERE user_id IN (SELECT id FROM gone)
   )
   DELETE FROM users WHERE id IN (SELECT id FROM gone)`,
  `UPDATE api_keys SET name = '${erasedName}', last_used_at = NULL,
          revoked_at = coalesce(revoked_at, ${revocationTime}) WHERE team_id = $1`,
  `UPDATE credit_entries SET reason = '${erasedName}', author = '${erasedName}' WHERE team_id = $1`,
  `UPDATE teams SET name = '${erasedName}' WHERE id = $1`,
  `UPDATE team_balances SET suspension_reason = '${erasedName}', erased_at = clock_timestamp() WHERE team_id = $1`,
];

/** Call only under the team's lock, for a suspended team. */
export async function eraseIdentity(connection: Connection, teamId: string): Promise<void> {
  await connection.query("SELECT set_config('dragoman.erasing', 'yes', true)");
  await eraseEvents(connection, teamId);
  for (const { statement, rowsAtOnce } of repeatedStatements) {
    let count: number | null;
    do ({ rowCount: count } = await connection.query(statement, [teamId, rowsAtOnce]));
    while (count !== null && count > 0);
  }
  for (const statement of statements) await connection.query(statement, [teamId]);
  await eraseLog(connection, teamId);
  await connection.query("SELECT set_config('dragoman.erasing', '', true)");
}

/** A log has no limit, and a statement has ten seconds. */
const entriesAtOnce = 1_000;

/** With their deliveries, also those to destinations of the installation. */
async function eraseEvents(connection: Connection, teamId: string): Promise<void> {
  // Until nothing is left: of a batch, retention may have removed some.
  for (let count: number | null = 1; count !== 0; ) {
    ({ rowCount: count } = await connection.query(
      'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE team_id = $1 LIMIT $2)',
      [teamId, entriesAtOnce],
    ));
  }
}

/**
 * Last, under the lock of the chain: retention locks the chain and then the entries, and those who change the team wait for the
 * chain while they hold what is erased above.
 */
async function eraseLog(connection: Connection, teamId: string): Promise<void> {
  await connection.query('SELECT FROM audit_chains WHERE chain_id = $1 FOR UPDATE', [teamId]);
  for (let after: string | undefined = beforeFirstId; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await connection.query<{ id: string }>(
      `WITH next AS (SELECT id FROM audit_log WHERE team_id = $1 AND id > $2 ORDER BY id LIMIT $3),
            erased AS (UPDATE audit_log a SET actor_name = NULL, address = NULL, request_id = NULL, details = '{}'
                         FROM next WHERE a.team_id = $1 AND a.id = next.id)
       SELECT id FROM next ORDER BY id DESC LIMIT 1`,
      [teamId, after, entriesAtOnce],
    );
    after = rows[0]?.id;
  }
}

export async function isErased(connection: Connection, teamId: string): Promise<boolean> {
  const { rows } = await connection.query<{ isErased: boolean }>(
    'SELECT erased_at IS NOT NULL AS "isErased" FROM team_balances WHERE team_id = $1',
    [teamId],
  );
  return rows[0]?.isErased ?? false;
}
