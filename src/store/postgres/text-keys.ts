/** The keys with which texts of teams are encrypted, wrapped by the data key, and whether new texts are encrypted. */
import type { Database, Queryable } from './database.ts';

/** Undefined for a team without a key. */
export async function readTextKey(db: Queryable, teamId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ wrapped: Buffer }>(
    'SELECT wrapped FROM team_text_keys WHERE team_id = $1',
    [teamId],
  );
  return rows[0]?.wrapped;
}

/** Returns the team's wrapped key; stores the offered one if the team has none. Undefined for a team that is gone. */
export async function readOrSetTextKey(
  db: Database,
  teamId: string,
  offered: Buffer,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ wrapped: Buffer }>(
    `INSERT INTO team_text_keys AS k (team_id, wrapped)
     SELECT team_id, $2 FROM team_balances WHERE team_id = $1 AND erased_at IS NULL
         ON CONFLICT (team_id) DO UPDATE SET wrapped = k.wrapped
     RETURNING wrapped`,
    [teamId, offered],
  );
  return rows[0]?.wrapped;
}

export async function readTextEncryption(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ isOn: boolean }>('SELECT is_on AS "isOn" FROM text_encryption');
  return rows[0]?.isOn ?? false;
}

/** Cannot be undone: nodes remember it. */
export async function turnTextEncryptionOn(db: Database): Promise<void> {
  await db.query('UPDATE text_encryption SET is_on = true WHERE NOT is_on');
}

/** An earlier version erases a team without its key. */
export async function forgetErasedTextKeys(db: Database): Promise<void> {
  await db.query(
    'DELETE FROM team_text_keys k USING team_balances b WHERE b.team_id = k.team_id AND b.erased_at IS NOT NULL',
  );
}
