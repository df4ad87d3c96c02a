import { CommanderError } from 'commander';
import { OperatorError } from '../lib/errors.ts';
import { isJournal, priorities } from '../observability/journal-stream.ts';

/** Exit codes. 1: the command failed. 2: the command line was not understood. */
const failed = 1;
const notUnderstood = 2;

/** Prints what went wrong and how to fix it to standard error; returns the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  // Commander has already printed its own message. Asking for help is not a failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : notUnderstood;
  const message = describeError(error);
  const remedy = error instanceof OperatorError ? error.remedy : 'Run: dragoman doctor';
  const lines = json ? [JSON.stringify({ error: { message, remedy } })] : `${message}\n${remedy}`.split('\n');
  const prefix = isJournal(process.stderr.fd, process.env.JOURNAL_STREAM) ? `<${priorities.error}>` : '';
  process.stderr.write(lines.map((line) => `${prefix}${line}\n`).join(''));
  return failed;
}

// A refused connection arrives as an AggregateError whose own message is empty.
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
