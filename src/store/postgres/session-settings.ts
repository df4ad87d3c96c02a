/**
 * The server's settings for a connection: its time-outs, and the one way of writing dates. They are set by a statement of their own and not by start-up parameters:
 * PgBouncer refuses a connection that brings parameters that it does not know.
 */

/** A connection of `pg`, as far as it is used here. */
interface Connection {
  query(query: { text: string; query_timeout: number }): Promise<unknown>;
}

/** In milliseconds. */
export type SessionSettings = Readonly<
  Partial<Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>>
>;

/**
 * Before anybody gets the connection. A pooler lets clients in at once and makes their first statement wait for a server:
 * that wait is part of connecting, and must not look like a network that has gone silent.
 */
export async function setForSession(
  connection: Connection,
  settings: SessionSettings,
  timeoutMs: number,
): Promise<void> {
  const timeouts = Object.entries(settings).map(([name, milliseconds]) => `SET ${name} = ${milliseconds}`);
  // Dates are read as ISO, whatever this database or role has been set to.
  const text = ['SET datestyle = ISO', ...timeouts].join('; ');
  const query = { text, query_timeout: timeoutMs };
  await connection.query(query).catch((cause: Error) => {
    if (cause.message !== 'Query read timeout') throw cause;
    throw new Error('timeout exceeded when trying to connect', { cause });
  });
}
