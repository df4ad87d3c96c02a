/**
 * Writes the binary form of a small WASM module. Instructions have the names of the text format and are nested
 * like its folded form: `i32x4.add(a, b)` is `(i32x4.add a b)`.
 */

type Code = readonly number[];

type ValueType = number;
export const i32Type: ValueType = 0x7f;
export const f32Type: ValueType = 0x7d;
export const v128Type: ValueType = 0x7b;

/** A parameter or a local variable of a function. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

/** The numbers of the binary format (LEB128). */
const unsigned = (n: number): Code => (n < 128 ? [n] : [(n & 127) | 128, ...unsigned(n >>> 7)]);
const signed = (n: number): Code => (n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...signed(n >> 7)]);

const withLength = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const nameOf = (text: string): Code => withLength([...Buffer.from(text)]);

type Instruction = (...operands: Code[]) => Code;
const plain =
  (code: number): Instruction =>
  (...operands) => [...operands.flat(), code];
const simd =
  (code: number): Instruction =>
  (...operands) => [...operands.flat(), 0xfd, ...unsigned(code)];
/** The operands of a load or a store end with alignment (none is assumed) and offset. */
const memory = (code: number, operands: Code[], offset: number): Code => [
  ...simd(code)(...operands),
  0,
  ...unsigned(offset),
];

export const i32 = {
  const: (n: number): Code => [0x41, ...signed(n)],
  eqz: plain(0x45),
  lt_u: plain(0x49),
  add: plain(0x6a),
  mul: plain(0x6c),
};
export const f32 = { mul: plain(0x94), div: plain(0x95) };
export const v128 = {
  load: (address: Code, offset = 0) => memory(0, [address], offset),
  store: (address: Code, value: Code, offset = 0) => memory(11, [address, value], offset),
};
export const i8x16 = {
  shuffle: (a: Code, b: Code, bytes: Code): Code => [...simd(13)(a, b), ...bytes],
  splat: simd(15),
  narrow_i16x8_s: simd(101),
  add: simd(110),
  max_s: simd(120),
};
export const i16x8 = {
  splat: simd(16),
  narrow_i32x4_s: simd(133),
  relaxed_dot_i8x16_i7x16_s: simd(0x112),
};
export const i32x4 = {
  splat: simd(17),
  add: simd(174),
  dot_i16x8_s: simd(186),
  trunc_sat_f32x4_s: simd(248),
};
export const f32x4 = {
  splat: simd(19),
  nearest: simd(106),
  add: simd(228),
  mul: simd(230),
  convert_i32x4_s: simd(250),
};

export function returnIfZero(value: Code): Code {
  const [ifWithoutResult, returnCode, end] = [[0x04, 0x40], 0x0f, 0x0b];
  return [...i32.eqz(value), ...ifWithoutResult, returnCode, end];
}

/** Runs the body at least once, and again as long as the pointer is below the end. */
export function repeatBelow(pointer: Local, end: Local, ...body: Code[]): Code {
  const [loopWithoutResult, branchIfToLoop, endOfLoop] = [[0x03, 0x40], [0x0d, 0], 0x0b];
  return [
    ...loopWithoutResult,
    ...body.flat(),
    ...i32.lt_u(pointer.get, end.get),
    ...branchIfToLoop,
    endOfLoop,
  ];
}

export function advance(pointer: Local, by: Code): Code {
  return pointer.set(i32.add(pointer.get, by));
}

export function defineFunction<P extends string, L extends string>(
  name: string,
  parameters: Readonly<Record<P, ValueType>>,
  locals: Readonly<Record<L, ValueType>>,
  body: (local: Readonly<Record<P | L, Local>>) => readonly Code[],
): WasmFunction {
  const names = [...Object.keys(parameters), ...Object.keys(locals)];
  const byName = Object.fromEntries(names.map((each, index) => [each, localAt(index)]));
  return {
    name,
    parameters: Object.values(parameters),
    locals: Object.values(locals),
    body: body(byName as Readonly<Record<P | L, Local>>).flat(),
  };
}

function localAt(index: number): Local {
  return {
    get: [0x20, ...unsigned(index)],
    set: (value) => [...value, 0x21, ...unsigned(index)],
  };
}

/** A module that exports the functions and imports its memory as `env.memory`. The functions return nothing. */
export function assembleModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: readonly Code[]): Code => [id, ...withLength(vector(items))];
  const functionType = 0x60;
  const types = functions.map(({ parameters }) => [
    functionType,
    ...vector(parameters.map((type) => [type])),
    ...vector([]),
  ]);
  const importedMemory = [...nameOf('env'), ...nameOf('memory'), 2, 0, 0];
  const bodies = functions.map(({ locals, body }) =>
    withLength([...vector(locals.map((type) => [1, type])), ...body, 0x0b]),
  );
  const magicAndVersion = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, types),
    ...section(2, [importedMemory]),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(
      7,
      functions.map(({ name }, i) => [...nameOf(name), 0, ...unsigned(i)]),
    ),
    ...section(10, bodies),
  ]);
}
