/** Users and sessions as they are in the database, without the time that checking a password takes. */
import { hashToken, newToken } from '../../src/accounts/users/secret-tokens.ts';
import type { OperatorRole } from '../../src/lib/operator-role.ts';
import type { TeamRole } from '../../src/lib/team-role.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { setOperatorRole } from '../../src/store/postgres/operator-roles.ts';
import { insertSession } from '../../src/store/postgres/sessions.ts';
import { insertUser, setRole } from '../../src/store/postgres/users.ts';
import type { SeededPerson } from './access-events.ts';

let last = 0;

interface NewPerson {
  /** Roles by team. */
  readonly teams?: Readonly<Record<string, TeamRole>>;
  readonly operatorRole?: OperatorRole;
  /** Nobody has its secret: it is there, and asks for codes. */
  readonly hasFactor?: boolean;
  readonly passwordHash?: string;
}

export async function seedPerson(
  db: Database,
  { teams = {}, operatorRole, hasFactor = false, passwordHash = 'none' }: NewPerson,
): Promise<SeededPerson> {
  const person = { id: uuidV7(), email: `person${++last}@example.org` };
  await inTransaction(db, async (connection) => {
    await insertUser(connection, { ...person, passwordHash, isOperator: false });
    for (const [team, role] of Object.entries(teams)) await setRole(connection, team, person.id, role);
    if (operatorRole !== undefined) await setOperatorRole(connection, person.id, operatorRole, false);
    if (hasFactor)
      await connection.query(
        "INSERT INTO second_factors (user_id, plain, confirmed_at) VALUES ($1, '\\x00', now())",
        [person.id],
      );
  });
  return person;
}

/** Returns its token. `minutesOld`: a session older than ten minutes is no proof of who its user is, who gave the factor then. */
export async function seedSession(db: Database, userId: string, minutesOld = 0): Promise<string> {
  const [id, token] = [uuidV7(), newToken()];
  const session = { id, userId, tokenHash: hashToken(token), renewal: undefined };
  await inTransaction(db, async (connection) => {
    await insertSession(connection, { ...session, address: '127.0.0.1', browser: 'test' });
    await connection.query(
      `UPDATE sessions SET created_at = created_at - make_interval(mins => $2), proven_at = created_at - make_interval(mins => $2)
        WHERE id = $1`,
      [id, minutesOld],
    );
  });
  return token;
}
