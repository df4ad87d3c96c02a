/**
 * Server settings of a connection: time-outs, the date format and how queries are planned. They are set by a
 * statement, not by start-up parameters, because PgBouncer refuses a connection with parameters that it does not
 * know.
 */

/** The part of a `pg` connection that is used here. */
interface Connection {
  query(query: { text: string; query_timeout: number }): Promise<unknown>;
}

/** In milliseconds. */
export type SessionSettings = Readonly<
  Partial<Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>>
>;

/**
 * Call before the connection is used. A pooler accepts clients at once and makes their first statement wait
 * for a server: that wait is part of connecting, and must not look like a silent network.
 */
export async function setForSession(
  connection: Connection,
  settings: SessionSettings,
  timeoutMs: number,
): Promise<void> {
  const timeouts = Object.entries(settings).map(([name, milliseconds]) => `SET ${name} = ${milliseconds}`);
  // Dates are parsed as ISO, so this overrides the setting of the database or role. Partitions without
  // statistics look expensive to the planner, and compiling a query over them takes longer than running it.
  const text = ['SET datestyle = ISO', 'SET jit = off', ...timeouts].join('; ');
  const query = { text, query_timeout: timeoutMs };
  await connection.query(query).catch((cause: Error) => {
    if (cause.message !== 'Query read timeout') throw cause;
    throw new Error('timeout exceeded when trying to connect', { cause });
  });
}
