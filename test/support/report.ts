/** Figures for docs/evidence/reliability.md; a test runner hides nothing that is written here. */
export function report(row: string, figures: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`chaos ${row} ${JSON.stringify(figures)}\n`);
}
