import { expect, test } from 'vitest';
import { isConnectionLost, isDatabaseUnavailable, isLockTimeout, isRefusedWrite } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('of the server or of the network'), { code });

test.each([
  // Errors that `pg` and `pg-pool` throw without a code.
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'There was an error establishing an SSL connection',
  'Received unexpected commandComplete message from backend.',
  'Cannot use a pool after calling end on the pool',
])('a database is unavailable that makes the driver say: %s', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});

test.each([
  ['08006', 'the connection failed'],
  ['08P01', 'the protocol was broken'],
  ['25006', 'the server only reads'],
  ['25P03', 'the transaction was idle for too long'],
  ['25P04', 'the transaction took too long'],
  ['28P01', 'the password is being changed'],
  ['3D000', 'the database is being restored'],
  ['40001', 'the transaction was rolled back'],
  ['40P01', 'a deadlock'],
  ['53100', 'a full disk'],
  ['53300', 'too many connections'],
  ['57014', 'cancelled'],
  ['57P01', 'ended by an administrator'],
  ['57P02', 'the server crashed'],
  ['57P03', 'the server starts'],
  ['57P05', 'the session was idle for too long'],
  ['58030', 'the server cannot read its disk'],
  ['ECONNREFUSED', 'nobody listens'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['ETIMEDOUT', 'the network is silent'],
  ['EAI_AGAIN', 'the name cannot be resolved now'],
  ['ENOTFOUND', 'the name is not known'],
  ['ENOENT', 'the socket is not there'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['EHOSTDOWN', 'the host is down'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ENETDOWN', 'the network is down'],
  ['ECONNABORTED', 'the connection was given up'],
  ['EADDRNOTAVAIL', 'no port is left'],
  ['EMFILE', 'no file descriptor is left'],
  ['ERR_STREAM_DESTROYED', 'the socket was destroyed'],
  ['ERR_STREAM_WRITE_AFTER_END', 'the socket was ended'],
])('a database is unavailable with %s: %s', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([new Error('another'), withCode(code)]))).toBe(true);
});

test.each(['22P02', '23505', '23514', '25P02', '42601', '42P01', '55P03', 'XX000'])(
  'a query is wrong, or meets a rule, with %s',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  },
);

test('an error that says nothing of a connection is an error of this program', () => {
  expect(isDatabaseUnavailable(new Error('a file was taken into use after it was due'))).toBe(false);
  expect(isDatabaseUnavailable('Connection terminated')).toBe(false);
  expect(isDatabaseUnavailable(undefined)).toBe(false);
});

test('a write that was refused and a row that is held are told apart from the rest', () => {
  expect(['25006', '53100', '57P01'].map((code) => isRefusedWrite(withCode(code)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(['55P03', '57014'].map((code) => isLockTimeout(withCode(code)))).toEqual([true, false]);
});

test.each([
  ['57P01', true],
  ['57P02', true],
  ['08006', true],
  ['25P03', true],
  ['ECONNRESET', true],
  ['57014', false],
  ['55P03', false],
  ['53100', false],
  ['28P01', false],
  ['42501', false],
])('whether the connection was lost with %s: %s', (code, expected) => {
  expect(isConnectionLost(withCode(code))).toBe(expected);
  expect(isConnectionLost(new Error('a file could not be deleted', { cause: withCode(code) }))).toBe(
    expected,
  );
});

test('a connection that broke while nobody used it was lost, too', () => {
  const message = 'Client has encountered a connection error and is not queryable';
  expect(isConnectionLost(new Error(message))).toBe(true);
  expect(isConnectionLost('not an error')).toBe(false);
});
