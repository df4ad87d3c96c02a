/** What every bench prints: a table of rounds, then one line per figure, `ratio NAME FIGURE`. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Columns as wide as their widest cell; the first one to the left, numbers to the right. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  );
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    print(cells.join('  '));
  }
}

export function printRatio(name: string, figure: number): void {
  print(`ratio ${name} ${figure.toFixed(2)}`);
}

/** Runs `work` on every item, `concurrency` at a time, and returns how long it took. */
export async function timeAll<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<number> {
  const queue = items.values();
  const started = performance.now();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return performance.now() - started;
}
