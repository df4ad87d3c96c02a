/** Figures, for people and for the documentation. */
export function report(line: string): void {
  process.stdout.write(`[hostile] ${line}\n`);
}
