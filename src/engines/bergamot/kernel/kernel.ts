/**
 * The two multiplications in which Bergamot spends half of its time, as a WASM module of one kilobyte that uses
 * relaxed SIMD. It works in Bergamot's memory and on Bergamot's own layout of the weights, and gives the same
 * bits as the functions inside Bergamot's WASM. Those emulate one instruction of x86 by many.
 *
 * Layout of the weights: groups of eight columns; of each group sixteen rows after sixteen rows; of those the
 * eight columns one after the other, sixteen bytes each. Width is a multiple of 16, columns of 8.
 */
import {
  advance,
  assembleModule,
  defineFunction,
  f32,
  f32Type,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32Type,
  i32x4,
  type Local,
  repeatBelow,
  returnIfZero,
  v128,
  v128Type,
} from './wasm-assembler.ts';

const vectorBytes = 16;
const columnsAtOnce = 8;

/** Quantises sixteen numbers at a time: scaled, rounded, limited to ±127, and 127 added, so that none is negative. */
const prepareA = defineFunction(
  'int8_prepare_a',
  { input: i32Type, scale: f32Type, zeroPoint: f32Type, rows: i32Type, width: i32Type, output: i32Type },
  { end: i32Type, scales: v128Type },
  ({ input, scale, rows, width, output, end, scales }) => {
    const size = i32.mul(rows.get, width.get);
    const four = (offset: number) => {
      const scaled = f32x4.mul(v128.load(input.get, offset), scales.get);
      return i32x4.trunc_sat_f32x4_s(f32x4.nearest(scaled));
    };
    const eight = (offset: number) => i16x8.narrow_i32x4_s(four(offset), four(offset + vectorBytes));
    const sixteen = i8x16.narrow_i16x8_s(eight(0), eight(2 * vectorBytes));
    const limited = i8x16.max_s(sixteen, i8x16.splat(i32.const(-127)));
    return [
      returnIfZero(size),
      scales.set(f32x4.splat(scale.get)),
      end.set(i32.add(input.get, i32.mul(size, i32.const(4)))),
      repeatBelow(
        input,
        end,
        v128.store(output.get, i8x16.add(limited, i8x16.splat(i32.const(127)))),
        advance(output, i32.const(vectorBytes)),
        advance(input, i32.const(4 * vectorBytes)),
      ),
    ];
  },
);

/**
 * The product of a row and a column is added up in pairs. The sum of a pair is limited to 16 bits, as by
 * pmaddubsw on x86, which is how these models were trained; the pairs are added in 32 bits.
 *
 * Eight columns at a time, and for them all rows: their weights then stay in the nearest cache.
 */
const multiplyAndAddBias = defineFunction(
  'int8_multiply_and_add_bias',
  {
    a: i32Type,
    scaleA: f32Type,
    zeroPointA: f32Type,
    b: i32Type,
    scaleB: f32Type,
    zeroPointB: f32Type,
    bias: i32Type,
    multiplier: f32Type,
    rows: i32Type,
    width: i32Type,
    columns: i32Type,
    output: i32Type,
  },
  {
    // Pointers: in A, in B, in the output; and where the row, A and the bias end.
    x: i32Type,
    y: i32Type,
    z: i32Type,
    endOfRow: i32Type,
    endOfA: i32Type,
    endOfBias: i32Type,
    factor: v128Type,
    ones: v128Type,
    row: v128Type,
    sum0: v128Type,
    sum1: v128Type,
    sum2: v128Type,
    sum3: v128Type,
    sum4: v128Type,
    sum5: v128Type,
    sum6: v128Type,
    sum7: v128Type,
  },
  (local) => {
    const { a, scaleA, b, scaleB, bias, multiplier, rows, width, columns, output } = local;
    const { x, y, z, endOfRow, endOfA, endOfBias, factor, ones, row } = local;
    const { sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7 } = local;
    const sums = [sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7];
    const sizeA = i32.mul(rows.get, width.get);
    const bytesOfColumns = i32.mul(columns.get, i32.const(4));
    const addProducts = (sum: Local, i: number) => {
      const weights = v128.load(y.get, i * vectorBytes);
      const pairs = i16x8.relaxed_dot_i8x16_i7x16_s(weights, row.get);
      return sum.set(i32x4.add(sum.get, i32x4.dot_i16x8_s(pairs, ones.get)));
    };
    const result = (offset: number, ...four: readonly [Local, Local, Local, Local]) => {
      const totals = addAcross(...four);
      const scaled = f32x4.mul(f32x4.convert_i32x4_s(totals.value), factor.get);
      const answer = f32x4.add(scaled, v128.load(bias.get, offset));
      return [...totals.before, ...v128.store(z.get, answer, offset)];
    };
    return [
      // Not their product, which does not fit 32 bits.
      returnIfZero(sizeA),
      returnIfZero(columns.get),
      factor.set(f32x4.splat(f32.div(multiplier.get, f32.mul(scaleA.get, scaleB.get)))),
      ones.set(i16x8.splat(i32.const(1))),
      endOfA.set(i32.add(a.get, sizeA)),
      endOfBias.set(i32.add(bias.get, bytesOfColumns)),
      repeatBelow(
        bias,
        endOfBias,
        x.set(a.get),
        z.set(output.get),
        repeatBelow(
          x,
          endOfA,
          y.set(b.get),
          endOfRow.set(i32.add(x.get, width.get)),
          ...sums.map((sum) => sum.set(i32x4.splat(i32.const(0)))),
          repeatBelow(
            x,
            endOfRow,
            row.set(v128.load(x.get)),
            ...sums.map(addProducts),
            advance(x, i32.const(vectorBytes)),
            advance(y, i32.const(columnsAtOnce * vectorBytes)),
          ),
          result(0, sum0, sum1, sum2, sum3),
          result(vectorBytes, sum4, sum5, sum6, sum7),
          advance(z, bytesOfColumns),
        ),
        b.set(y.get),
        advance(bias, i32.const(columnsAtOnce * 4)),
        advance(output, i32.const(columnsAtOnce * 4)),
      ),
    ];
  },
);

/** Four numbers of two vectors: lanes 0 to 3 are those of the first, 4 to 7 those of the second. */
function pick(a: Local, b: Local, ...lanes: number[]) {
  return i8x16.shuffle(
    a.get,
    b.get,
    lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)),
  );
}

/** Each of the four vectors becomes the sum of its lanes. The first and the third are overwritten. */
function addAcross(p: Local, q: Local, r: Local, s: Local) {
  const inPairs = (a: Local, b: Local) => i32x4.add(pick(a, b, 0, 4, 1, 5), pick(a, b, 2, 6, 3, 7));
  return {
    before: [...p.set(inPairs(p, q)), ...r.set(inPairs(r, s))],
    value: i32x4.add(pick(p, r, 0, 1, 4, 5), pick(p, r, 2, 3, 6, 7)),
  };
}

export function kernelBinary(): Uint8Array<ArrayBuffer> {
  return assembleModule([prepareA, multiplyAndAddBias]);
}
