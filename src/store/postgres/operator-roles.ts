/** The roles of operators: one column for those with all rights, which earlier versions know, and one for the other roles. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { Connection, Queryable } from './database.ts';

/** The role of a row of `users`; null for somebody who is no operator. */
export function operatorRoleOf(table: string): string {
  return `(CASE WHEN ${table}.is_operator THEN 'full' ELSE ${table}.limited_operator_role END)`;
}

/** Those who change roles take turns: two who demote each other must not leave an installation without a full operator. */
export async function lockOperatorRoles(connection: Connection): Promise<void> {
  await connection.query("SELECT pg_advisory_xact_lock(hashtextextended('roles of operators', 0))");
}

export interface OperatorRow {
  id: string;
  email: string;
  operatorRole: OperatorRole | null;
  /** A group of single sign-on gave the role. */
  isFromGroup: boolean;
}

export async function findOperator(
  db: Queryable,
  by: { readonly id: string } | { readonly email: string },
): Promise<OperatorRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email];
  const { rows } = await db.query<OperatorRow>(
    `SELECT u.id, u.email, ${operatorRoleOf('u')} AS "operatorRole", u.is_operator_from_group AS "isFromGroup"
       FROM users u WHERE u.${column} = $1`,
    [value],
  );
  return rows[0];
}

/** Whether somebody besides this user is a full operator. */
export async function hasOtherFullOperator(connection: Connection, userId: string): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT 1 FROM users WHERE is_operator AND id <> $1 LIMIT 1', [
    userId,
  ]);
  return rowCount === 1;
}

export async function setOperatorRole(
  connection: Connection,
  userId: string,
  role: OperatorRole | null,
  isFromGroup: boolean,
): Promise<void> {
  await connection.query(
    'UPDATE users SET is_operator = $2, limited_operator_role = $3, is_operator_from_group = $4 WHERE id = $1',
    [userId, role === 'full', role === 'full' ? null : role, isFromGroup],
  );
}

/** A maker of links keeps the role until the transaction ends: a link is created before the role changes, or not at all. */
export async function keepRole(connection: Connection, userId: string): Promise<void> {
  await connection.query('SELECT 1 FROM users WHERE id = $1 FOR SHARE', [userId]);
}
