import { CommanderError } from 'commander';
import { OperatorError } from '../lib/errors.ts';

/** 1: the command could not be carried out. 2: it was not understood. */
const failed = 1;
const notUnderstood = 2;

/** Says on standard error what went wrong and what to do about it; returns the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  // Commander has printed its own message already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : notUnderstood;
  const message = describeError(error);
  const remedy = error instanceof OperatorError ? error.remedy : 'Run: dragoman doctor';
  process.stderr.write(
    json ? `${JSON.stringify({ error: { message, remedy } })}\n` : `${message}\n${remedy}\n`,
  );
  return failed;
}

// A refused connection arrives as an AggregateError whose own message is empty.
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
