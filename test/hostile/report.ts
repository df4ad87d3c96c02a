/** Figures, for people and for the documentation. */
export function report(line: string): void {
  process.stdout.write(`[hostile] ${line}\n`);
}

/** The errors in a server's log. Warnings don't count: a machine this busy may let Redis answer late. */
export function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => line.includes('"level":"error"'));
}
