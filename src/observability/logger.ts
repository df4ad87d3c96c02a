/**
 * Logs: one JSON line per event on standard error, so that standard output stays free for command output. The
 * type of the fields is an allow-list: unlike a redaction list, it cannot forget a field.
 */
import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { isJournal, withPriorities } from './journal-stream.ts';

/** Everything a log line may contain. There is no field for a text, a key, a header or a body. */
export interface LogFields {
  requestId?: string;
  teamId?: string;
  keyId?: string;
  method?: string;
  route?: string;
  status?: number;
  outcome?: string;
  durationMs?: number;
  clientAddress?: string;
  engine?: string;
  pair?: string;
  reason?: string;
  /** The housekeeping task. */
  task?: string;
  signal?: string;
  count?: number;
  /** The ID of a delivery of an event, or of its destination. */
  delivery?: string;
  destination?: string;
  /** The trace that the request belongs to. */
  traceId?: string;
  /** The host that receives the traces. */
  collector?: string;
  /** Milliseconds by step of a call. */
  steps?: Readonly<Record<string, number>>;
  /** CPU time that the main thread used. */
  cpuMs?: number;
  /** Functions and source positions on the main thread's stack, innermost first. */
  stack?: readonly string[];
  /** Only for errors thrown by this project or its libraries, never for data that a caller sent. */
  err?: unknown;
}

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const maxCauses = 3;

/**
 * The fields of an error in a log line. Other properties are omitted, because libraries attach too much: a
 * lost database connection carries its whole client, including the secret that cancels its queries.
 */
export function describeError(error: unknown, causes = maxCauses): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors.slice(0, maxCauses) : [];
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
    ...(inner.length > 0 && causes > 0 && { errors: inner.map((each) => describeError(each, causes - 1)) }),
  };
}

function standardError(): DestinationStream {
  const destination = pino.destination({ fd: 2, sync: false });
  return isJournal(2, process.env.JOURNAL_STREAM) ? withPriorities(destination) : destination;
}

export function createLogger(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  const sink = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
  const write =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      sink[name](fields, message);
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
