/**
 * What a failure of Postgres means for whoever asked. Every error of a connection or a query is judged here and nowhere
 * else: one that is not recognised reaches the caller as an error of this program.
 */

/** What Node says of a connection that can't be made or that breaks, and of a process without room for another one. */
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ECANCELED',
  'ENOTCONN',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ERR_SOCKET_CLOSED',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * SQLSTATE classes 08 (connection), 28 (the role is not let in: its password is being changed), 40 (rolled back, because
 * of a deadlock for instance), 53 (resources), 57 (operator intervention, cancelled by time-out), 58 (the server's own
 * system); 25006: a server that is being restored, or that is to take over, answers before it can write; 25P03 and 25P04:
 * the server ended a transaction that was silent or open for too long; 3D000: the database is being restored.
 */
const unavailableState = /^((08|28|40|53|57|58)...|25006|25P0[34]|3D000)$/;

/** Of those above: the server broke the connection off. */
const endedConnection = /^(08...|57P0[1235]|25P0[34])$/;

/** What `pg` throws without any code when a connection is slow to come, breaks under a query, or broke before it. */
const unavailableMessage = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated',
    'Query read timeout',
    'not queryable',
    // A server that has no room for another connection says so before it speaks TLS.
    'There was an error establishing an SSL connection',
    // An answer to something that nobody asked on this connection.
    'Received unexpected \\w+ message from backend',
    // This process is about to end.
    'Cannot use a pool after calling end on the pool',
  ].join('|'),
);

/** Whether an error says that the database is out of reach for now, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return unavailableMessage.test(error.message);
  return lostConnection.has(code) || unavailableState.test(code);
}

/** Whether the connection itself went, by the network or by the server: then the same thing may well work on a new one. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return unavailableMessage.test(error.message) || isConnectionLost(error.cause);
  return lostConnection.has(code) || endedConnection.test(code);
}

/** Whether the server itself refused to write, read-only or with a full disk: then nothing of the statement was done. */
export function isRefusedWrite(error: unknown): boolean {
  return ['25006', '53100'].includes(codeOf(error));
}

/** Whether a statement gave up because somebody else held a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether the server broke a statement off, because it took too long or an operator wished it. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether a statement would have broken a rule of its table. */
export function isCheckViolation(error: unknown): boolean {
  return codeOf(error) === '23514';
}

function codeOf(error: unknown): string {
  return (error instanceof Error && (error as { code?: string }).code) || '';
}
