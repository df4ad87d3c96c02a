/**
 * The kernel's arithmetic in plain TypeScript: what its results are compared with. Numbers of 32 bits are
 * rounded wherever the kernel rounds them.
 */

export interface Multiplication {
  readonly rows: number;
  readonly width: number;
  readonly columns: number;
  /** The quantised input, row by row. */
  readonly a: Uint8Array;
  /** The weights in Bergamot's layout; see `placeOfWeight`. */
  readonly b: Int8Array;
  readonly bias: Float32Array;
  readonly scaleA: number;
  readonly scaleB: number;
  readonly multiplier: number;
}

export function referencePrepareA(input: Float32Array, scale: number): Uint8Array {
  return Uint8Array.from(
    input,
    (x) => Math.max(-127, Math.min(127, roundToEven(Math.fround(x * Math.fround(scale))))) + 127,
  );
}

export function referenceMultiply({ rows, width, columns, a, b, bias, ...numbers }: Multiplication) {
  const scale = Math.fround(Math.fround(numbers.scaleA) * Math.fround(numbers.scaleB));
  const factor = Math.fround(Math.fround(numbers.multiplier) / scale);
  const output = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const product = (i: number) => (a[row * width + i] ?? 0) * (b[placeOfWeight(i, column, width)] ?? 0);
      let sum = 0;
      for (let i = 0; i < width; i += 2) sum += limitTo16Bits(product(i) + product(i + 1));
      output[row * columns + column] = Math.fround(Math.fround(sum) * factor) + (bias[column] ?? 0);
    }
  }
  return output;
}

/** Groups of eight columns; of each group sixteen rows after sixteen rows. */
export function placeOfWeight(row: number, column: number, width: number): number {
  return (column >> 3) * 8 * width + (row >> 4) * 128 + (column & 7) * 16 + (row & 15);
}

function limitTo16Bits(n: number): number {
  return Math.max(-32_768, Math.min(32_767, n));
}

function roundToEven(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}
