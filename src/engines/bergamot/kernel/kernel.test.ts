import { describe, expect, test } from 'vitest';
import { kernelBinary } from './kernel.ts';
import { loadKernel } from './load-kernel.ts';
import { referenceMultiply, referencePrepareA } from './reference-arithmetic.ts';

interface KernelFunctions {
  int8_prepare_a(...numbers: number[]): void;
  int8_multiply_and_add_bias(...numbers: number[]): void;
}

/** Other processors get the built-in functions. */
const isX64 = process.arch === 'x64';

let seed = 7;
function next(from: number, to: number): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return from + (to - from) * (seed / 2_147_483_647);
}

/** Runs both functions of the kernel, one on the other's output. */
async function run(
  [rows, width, columns]: readonly [number, number, number],
  { largest, weights }: { largest: number; weights: number },
) {
  const { module } = await loadKernel();
  if (module === undefined) throw new Error('the self-test refuses the kernel on this machine');
  const memory = new WebAssembly.Memory({ initial: 64 });
  const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelFunctions;
  let free = 64;
  const place = (bytes: number) => {
    const at = free;
    free += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const at = {
    input: place(4 * rows * width),
    a: place(rows * width),
    b: place(width * columns),
    bias: place(4 * columns),
    output: place(4 * rows * columns),
  };
  const input = new Float32Array(memory.buffer, at.input, rows * width).map(() => next(-largest, largest));
  const b = new Int8Array(memory.buffer, at.b, width * columns).map(() =>
    Math.round(next(-weights, weights)),
  );
  const bias = new Float32Array(memory.buffer, at.bias, columns).map(() => next(-2, 2));
  new Float32Array(memory.buffer, at.input).set(input);
  new Int8Array(memory.buffer, at.b).set(b);
  new Float32Array(memory.buffer, at.bias).set(bias);
  const [scaleA, scaleB, multiplier] = [41.7, 311.3, 0.9];
  kernel.int8_prepare_a(at.input, scaleA, 0, rows, width, at.a);
  const prepared = new Uint8Array(memory.buffer, at.a, rows * width).slice();
  const scales = [at.a, scaleA, 0, at.b, scaleB, 0, at.bias, multiplier];
  kernel.int8_multiply_and_add_bias(...scales, rows, width, columns, at.output);
  const output = new Float32Array(memory.buffer, at.output, rows * columns).slice();
  const a = referencePrepareA(input, scaleA);
  const expected = referenceMultiply({ rows, width, columns, a, b, bias, scaleA, scaleB, multiplier });
  const after = new Uint8Array(memory.buffer, free, 64);
  return { prepared, a, output, expected, isPastEndUntouched: after.every((byte) => byte === 0) };
}

describe.skipIf(!isX64)('the kernel', () => {
  const shapes = [
    [1, 16, 8],
    [1, 256, 256],
    [1, 256, 1_536],
    [3, 64, 24],
    [7, 1_536, 256],
    [31, 256, 40],
  ] as const;

  test.each(shapes)('multiplies %i × %i × %i numbers as the reference does', async (...shape) => {
    const { prepared, a, output, expected, isPastEndUntouched } = await run(shape, {
      largest: 2.5,
      weights: 60,
    });
    expect(prepared).toEqual(a);
    expect(output).toEqual(expected);
    expect(isPastEndUntouched).toBe(true);
  });

  test('limits pairs to 16 bits and inputs to ±127 as the reference does', async () => {
    const { prepared, a, output, expected } = await run([5, 512, 64], { largest: 9, weights: 127 });
    expect([Math.min(...a), Math.max(...a)]).toEqual([0, 254]);
    expect(prepared).toEqual(a);
    expect(output).toEqual(expected);
  });

  test('multiplies matrices of which the product of the sides does not fit 32 bits', async () => {
    const memory = new WebAssembly.Memory({ initial: 1_200 });
    const { module } = await loadKernel();
    if (module === undefined) throw new Error('the self-test refuses the kernel on this machine');
    const kernel = new WebAssembly.Instance(module, { env: { memory } })
      .exports as unknown as KernelFunctions;
    const [rows, width, columns] = [128, 512, 65_536];
    const [a, b, bias] = [64, 64 + rows * width, 64 + rows * width + width * columns];
    const output = bias + 4 * columns;
    new Float32Array(memory.buffer, bias, columns).fill(3);
    new Float32Array(memory.buffer, output, columns).fill(-1);
    kernel.int8_multiply_and_add_bias(a, 1, 0, b, 1, 0, bias, 1, rows, width, columns, output);
    expect(new Float32Array(memory.buffer, output, 8)).toEqual(new Float32Array(8).fill(3));
  });

  test('does nothing with empty matrices', async () => {
    const { output } = await run([0, 64, 8], { largest: 1, weights: 1 });
    expect(output).toHaveLength(0);
  });
});

describe('at the start', () => {
  test('the own kernel is used, unless the built-in one is configured', async () => {
    expect((await loadKernel()).name).toBe(isX64 ? 'own' : 'builtin');
    expect(await loadKernel('builtin')).toEqual({
      name: 'builtin',
      module: undefined,
      reason: 'it is configured',
    });
  });

  /** The kernel with another instruction of the same form in place of each occurrence of one. */
  function withInstruction(from: readonly number[], to: readonly number[]): Uint8Array<ArrayBuffer> {
    const binary = kernelBinary();
    const isAt = (i: number) => from.every((byte, k) => binary[i + k] === byte);
    const places = [...binary.keys()].filter(isAt);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) binary.set(to, place);
    return binary;
  }

  test.each<[what: string, from: number[], to: number[]]>([
    ['adds in place of multiplying (i16x8.add)', [0xfd, 0x92, 0x02], [0xfd, 0x8e, 0x01]],
    ['does not limit inputs to −127 (i8x16.min_s)', [0xfd, 120], [0xfd, 118]],
    ['rounds down (f32x4.floor)', [0xfd, 106], [0xfd, 104]],
  ])('a kernel that %s is refused', async (_, from, to) => {
    const { name, module, reason } = await loadKernel('own', withInstruction(from, to));
    expect([name, module]).toEqual(['builtin', undefined]);
    expect(reason).toMatch(/would give other results/);
  });

  test('a kernel that does not compile, or lacks a function, is refused', async () => {
    const broken = kernelBinary().slice(0, -1);
    expect(await loadKernel('own', broken)).toMatchObject({ name: 'builtin', module: undefined });
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    expect(await loadKernel('own', empty)).toMatchObject({ name: 'builtin', module: undefined });
  });
});
