/** Command output: aligned columns for people, one JSON document for machines. */
export interface OutputOptions {
  readonly json?: boolean;
}

export function print(options: OutputOptions, machine: unknown, human: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(machine)}\n` : `${human}\n`);
}

/** One fact per line, with aligned values. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  return table(rows.map(([name, value]) => [name, value]));
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
