/** Takes out of every table what says whose a team was. Ids, sums and times stay: the ledger has to add up. */
import { momentOfRevocation } from './api-keys.ts';
import type { Connection } from './database.ts';

/** What stands where a name was. */
const erasedName = 'erased';

/** In the order of the tables' references. `$1` is the team. */
const statements = [
  // Without its secret, what the cache holds of the team can never be read again.
  'DELETE FROM team_secrets WHERE team_id = $1',
  'DELETE FROM glossaries WHERE team_id = $1',
  'DELETE FROM access_links WHERE team_id = $1',
  'DELETE FROM idempotency_keys WHERE team_id = $1',
  // Documents are ciphertext whose keys go here; their jobs find nothing to do.
  `WITH gone AS (DELETE FROM documents WHERE team_id = $1 RETURNING source_file, result_file)
   INSERT INTO files_to_delete (name, due_at)
   SELECT name, clock_timestamp() FROM gone, unnest(ARRAY[source_file, result_file]) AS name WHERE name IS NOT NULL
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
  'DELETE FROM holds WHERE team_id = $1',
  'UPDATE team_balances SET held = 0 WHERE team_id = $1',
  // People who are in no other team go with it; an operator stays.
  `WITH gone AS (
     SELECT u.id FROM users u JOIN team_members mine ON mine.user_id = u.id AND mine.team_id = $1
      WHERE NOT u.is_operator AND NOT EXISTS (
        SELECT 1 FROM team_members other WHERE other.user_id = u.id AND other.team_id <> $1)
   ), left_team AS (
     DELETE FROM team_members WHERE team_id = $1
   ), signed_out AS (
     DELETE FROM sessions WHERE user_id IN (SELECT id FROM gone)
   )
   DELETE FROM users WHERE id IN (SELECT id FROM gone)`,
  `UPDATE api_keys SET name = '${erasedName}', last_used_at = NULL,
          revoked_at = coalesce(revoked_at, ${momentOfRevocation}) WHERE team_id = $1`,
  `UPDATE credit_entries SET reason = '${erasedName}', author = '${erasedName}' WHERE team_id = $1`,
  `UPDATE audit_log SET actor_name = NULL, address = NULL, request_id = NULL, details = '{}' WHERE team_id = $1`,
  `UPDATE teams SET name = '${erasedName}' WHERE id = $1`,
  `UPDATE team_balances SET suspension_reason = '${erasedName}', erased_at = clock_timestamp() WHERE team_id = $1`,
];

/** Only under the team's lock, of a team that is suspended. */
export async function eraseIdentity(connection: Connection, teamId: string): Promise<void> {
  await connection.query("SELECT set_config('dragoman.erasing', 'yes', true)");
  for (const statement of statements) await connection.query(statement, [teamId]);
  await connection.query("SELECT set_config('dragoman.erasing', '', true)");
}

export async function isErased(connection: Connection, teamId: string): Promise<boolean> {
  const { rows } = await connection.query<{ isErased: boolean }>(
    'SELECT erased_at IS NOT NULL AS "isErased" FROM team_balances WHERE team_id = $1',
    [teamId],
  );
  return rows[0]?.isErased ?? false;
}
