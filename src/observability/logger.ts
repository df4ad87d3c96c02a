/**
 * Logs: one JSON line per fact on standard error, so that standard output stays free for what a command
 * prints. Fields are an allow-list by type: a redaction list forgets, an allow-list can't.
 */
import { pino } from 'pino';
import type { LogLevel } from '../config.ts';

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
  /** Only for errors thrown by code of this project or its libraries, never for what a caller sent. */
  err?: unknown;
}

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export function createLogger(level: LogLevel): Logger {
  const sink = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: false }),
  );
  const write =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      sink[name](fields, message);
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
