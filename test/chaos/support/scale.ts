/** How far a chaos test goes: short enough for CI, or as far as the promise says (`npm run chaos -- --long`). */
export const isLong = process.env.DRAGOMAN_LONG === '1';

export function scale(short: number, long: number): number {
  return isLong ? long : short;
}

/** Figures for docs/reliability.md; a test runner hides nothing that is written here. */
export function report(row: string, figures: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`chaos ${row} ${JSON.stringify(figures)}\n`);
}
