/**
 * Logs: one JSON line per fact on standard error, so that standard output stays free for what a command
 * prints. Fields are an allow-list by type: a redaction list forgets, an allow-list can't.
 */
import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Everything a log line may carry. No text, no key, no header, no body: there is no field for them. */
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
  /** What housekeeping did. */
  task?: string;
  signal?: string;
  count?: number;
  /** Of the trace that the request is part of. */
  traceId?: string;
  /** The host that takes the traces. */
  collector?: string;
  /** Milliseconds by step of a call. */
  steps?: Readonly<Record<string, number>>;
  /** CPU time that the main thread used. */
  cpuMs?: number;
  /** Functions and places of the program where the main thread was, innermost first. */
  stack?: readonly string[];
  /** Only for errors thrown by code of this project or its libraries, never for what a caller sent. */
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
 * What a log line says of an error. Not all that libraries hang on one: a lost database connection comes with its whole
 * client, the secret that cancels its queries included.
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

const standardError = () => pino.destination({ fd: 2, sync: false });

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
