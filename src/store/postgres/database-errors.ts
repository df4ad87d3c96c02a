/**
 * Classifies errors of Postgres. Every error of a connection or a query is classified here and nowhere else;
 * one that is not recognised reaches the caller as an error of this program.
 */

/**
 * Node's codes for a connection that cannot be opened or breaks, and for a process out of resources for one.
 */
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
 * SQLSTATE classes 08 (connection), 28 (the role is rejected: its password is being changed), 40 (rolled
 * back, for example because of a deadlock), 53 (resources), 57 (operator intervention, cancelled by
 * time-out), 58 (the server's own system); 25006: a server that is being restored or is about to take over
 * responds before it can write; 25P03 and 25P04: the server ended a transaction that was idle or open for too
 * long; 3D000: the database is being restored.
 */
const unavailableState = /^((08|28|40|53|57|58)...|25006|25P0[34]|3D000)$/;

/** The subset of the states above in which the server closed the connection. */
const endedConnection = /^(08...|57P0[1235]|25P0[34])$/;

/** Errors of `pg` without a code: a connection is slow to open, breaks during a query, or broke before it. */
const unavailableMessage = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated',
    'Query read timeout',
    'not queryable',
    // A server that has no room for another connection says so before it speaks TLS.
    'There was an error establishing an SSL connection',
    // A response to a query that was not sent on this connection.
    'Received unexpected \\w+ message from backend',
    // This process is shutting down.
    'Cannot use a pool after calling end on the pool',
  ].join('|'),
);

/** Whether the database is temporarily unavailable, as opposed to a wrong query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return unavailableMessage.test(error.message);
  return lostConnection.has(code) || unavailableState.test(code);
}

/** Whether the network or the server broke the connection; the operation may then succeed on a new one. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return unavailableMessage.test(error.message) || isConnectionLost(error.cause);
  return lostConnection.has(code) || endedConnection.test(code);
}

/** Whether the server is read-only or its disk is full; the statement then had no effect. */
export function isRefusedWrite(error: unknown): boolean {
  return ['25006', '53100'].includes(codeOf(error));
}

/** Whether a statement failed because another transaction held a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether the server cancelled a statement because of a time-out or an operator. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

export function isCheckViolation(error: unknown): boolean {
  return codeOf(error) === '23514';
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function codeOf(error: unknown): string {
  return (error instanceof Error && (error as { code?: string }).code) || '';
}
