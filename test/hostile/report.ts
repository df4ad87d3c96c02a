/** Figures, for people and for the documentation. */
export function report(line: string): void {
  process.stdout.write(`[hostile] ${line}\n`);
}

/**
 * The errors in a server's log. Warnings don't count: a machine this busy may let Redis answer late. Nor does housekeeping
 * that got no connection in time, for the same reason: it has nothing to do with what was sent.
 */
export function errorsIn(log: string): string[] {
  const isError = (line: string) => line.includes('"level":"error"');
  const isLateHousekeeping = (line: string) =>
    line.includes('"msg":"housekeeping failed"') && line.includes('timeout exceeded when trying to connect');
  return log.split('\n').filter((line) => isError(line) && !isLateHousekeeping(line));
}
