/**
 * Checks that the kernel computes here what it must. Relaxed SIMD leaves to the processor what becomes of bytes
 * above 127: x86 takes them as positive; ARM, and some x86 processors, as negative. Nor does every processor
 * limit the sums.
 */
import { placeOfWeight, referenceMultiply, referencePrepareA } from './reference-arithmetic.ts';

interface KernelFunctions {
  int8_prepare_a(...numbers: number[]): void;
  int8_multiply_and_add_bias(...numbers: number[]): void;
}

const [rows, width, columns] = [3, 64, 16];
const numbers = { scaleA: 1, scaleB: 4, multiplier: 1 };
/** Where each matrix is in the memory. */
const at = { input: 0, a: 4_096, b: 8_192, bias: 12_288, output: 16_384 };

/** A few milliseconds. */
const runsToOptimise = 5_000;

/** Throws if the module cannot be run at all. */
export function isTrustworthy(kernel: WebAssembly.Module): boolean {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const functions = new WebAssembly.Instance(kernel, { env: { memory } })
    .exports as unknown as KernelFunctions;
  const input = new Float32Array(memory.buffer, at.input, rows * width);
  const b = new Int8Array(memory.buffer, at.b, width * columns);
  const bias = new Float32Array(memory.buffer, at.bias, columns);
  fill(input, b, bias);
  const a = referencePrepareA(input, numbers.scaleA);
  const expected = referenceMultiply({ rows, width, columns, a, b, bias, ...numbers });
  const output = new Float32Array(memory.buffer, at.output, rows * columns);
  const run = () => {
    functions.int8_prepare_a(at.input, numbers.scaleA, 0, rows, width, at.a);
    functions.int8_multiply_and_add_bias(
      ...[at.a, numbers.scaleA, 0, at.b, numbers.scaleB, 0, at.bias],
      ...[numbers.multiplier, rows, width, columns, at.output],
    );
  };
  const isRight = () => {
    output.fill(Number.NaN);
    run();
    return output.every((answer, i) => answer === expected[i]);
  };
  if (!isRight()) return false;
  // V8 compiles again what runs often, and the optimised code has to be right too.
  for (let i = 0; i < runsToOptimise; i++) run();
  return isRight();
}

function fill(input: Float32Array, b: Int8Array, bias: Float32Array): void {
  const next = numbersFrom(1);
  // The first row has the largest values. The others have halves too, which are rounded to even numbers.
  for (const i of input.keys()) input[i] = i < width ? 127 : next(-300, 300) / 2;
  for (const i of b.keys()) b[i] = next(-127, 127);
  // The sums of these columns exceed 16 bits, up and down.
  for (let row = 0; row < width; row++) {
    b[placeOfWeight(row, 0, width)] = 127;
    b[placeOfWeight(row, 8, width)] = -127;
  }
  for (const i of bias.keys()) bias[i] = next(-9, 9);
}

/** The same numbers at every start: a test that sometimes passes would be worse than none. */
function numbersFrom(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (state * 16_807) % 2_147_483_647;
    return from + (state % (to - from + 1));
  };
}
