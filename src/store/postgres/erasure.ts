/** Removes everything that identifies a team. IDs, totals and times stay, because the ledger must add up. */
import { revocationTime } from './api-keys.ts';
import type { Connection } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

/** Replaces names and reasons. */
const erasedName = 'erased';

/** In the order of the foreign keys. `$1` is the team. */
const statements = [
  // Without the secret, the team's cache entries can never be decrypted.
  'DELETE FROM team_secrets WHERE team_id = $1',
  'DELETE FROM glossaries WHERE team_id = $1',
  'DELETE FROM style_rule_lists WHERE team_id = $1',
  'DELETE FROM access_links WHERE team_id = $1',
  'DELETE FROM idempotency_keys WHERE team_id = $1',
  // Documents are ciphertext whose keys are deleted here; their jobs find nothing to do.
  `WITH gone AS (DELETE FROM documents WHERE team_id = $1 RETURNING source_file, result_file)
   INSERT INTO files_to_delete (name, due_at)
   SELECT name, clock_timestamp() FROM gone, unnest(ARRAY[source_file, result_file]) AS name WHERE name IS NOT NULL
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
  'DELETE FROM streamed_calls WHERE team_id = $1',
  'DELETE FROM holds WHERE team_id = $1',
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
  `UPDATE audit_log SET actor_name = NULL, address = NULL, request_id = NULL, details = '{}' WHERE team_id = $1`,
  `UPDATE teams SET name = '${erasedName}' WHERE id = $1`,
  `UPDATE team_balances SET suspension_reason = '${erasedName}', erased_at = clock_timestamp() WHERE team_id = $1`,
];

/** Call only under the team's lock, for a suspended team. */
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
