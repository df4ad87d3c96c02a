/** Starts Bergamot's WASM: its JavaScript, its limited memory, and the multiplications that it imports. */
import { runInThisContext } from 'node:vm';
import { limitMemory } from './limit-memory.ts';
import { outgrownExitCode, type WorkerStart } from './messages.ts';

export interface Deletable {
  delete(): void;
}
export interface AlignedMemory extends Deletable {
  getByteArrayView(): Int8Array;
}
interface WasmList<Item> extends Deletable {
  push_back(item: Item): void;
}
interface Responses extends Deletable {
  get(index: number): { getTranslatedText(): string };
}
interface ResponseOptions {
  alignment: boolean;
  html: boolean;
  qualityScores: boolean;
}

export interface Bergamot {
  readonly HEAP8: Int8Array;
  readonly AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => WasmList<AlignedMemory>;
  readonly VectorString: new () => WasmList<string>;
  readonly VectorResponseOptions: new () => WasmList<ResponseOptions>;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: WasmList<AlignedMemory>,
    quality: null,
  ) => Deletable;
  readonly BlockingService: new (options: {
    cacheSize: number;
  }) => {
    translate(model: Deletable, texts: WasmList<string>, options: WasmList<ResponseOptions>): Responses;
  };
}

export interface MemoryLimit {
  bytes: number;
}

/** What the multiplications of a call show: how wide its batch was, and how many tokens it made. */
export class WorkObserver {
  /** The columns of the last multiplication of each step: one for each token of the target language. */
  outputColumns = 0;
  rows = 0;
  steps = 0;

  reset(outputColumns: number): void {
    this.outputColumns = outputColumns;
    this.rows = 0;
    this.steps = 0;
  }

  note(rows: number, columns: number): void {
    if (rows > this.rows) this.rows = rows;
    if (columns === this.outputColumns) this.steps++;
  }
}

/**
 * The WASM imports these functions and contains fallbacks for them. Firefox provides faster ones; here the own
 * kernel provides two.
 */
const fallbackFunctions = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;

type Multiply = (...numbers: number[]) => void;

export function startWasm(
  { wasm, kernel, glue }: WorkerStart,
  limit: MemoryLimit,
  observer: WorkObserver,
): Promise<Bergamot> {
  return new Promise((resolve, reject) => {
    const module = {
      // Its output can contain words of the texts.
      print() {},
      printErr() {},
      instantiateWasm(imports: WebAssembly.Imports, accept: (instance: WebAssembly.Instance) => void) {
        limitMemory(
          imports,
          () => limit.bytes,
          () => process.exit(outgrownExitCode),
        );
        instantiate(wasm, kernel, imports, observer).then(accept, reject);
        return {};
      },
      onRuntimeInitialized: () => resolve(module as unknown as Bergamot),
    };
    Object.assign(globalThis, { Module: module });
    runInThisContext(glue, { filename: 'bergamot-translator-worker.js' });
  });
}

async function instantiate(
  wasm: WebAssembly.Module,
  kernel: WebAssembly.Module | undefined,
  imports: WebAssembly.Imports,
  observer: WorkObserver,
): Promise<WebAssembly.Instance> {
  let instance: WebAssembly.Instance | undefined;
  const fallback =
    (name: string): Multiply =>
    (...numbers) => {
      const call = instance?.exports[name] as Multiply;
      return call(...numbers);
    };
  const fallbacks = Object.entries(fallbackFunctions).map(([imported, name]) => [imported, fallback(name)]);
  // The kernel works in the same memory, however much that grows.
  const memory = imports.env?.memory;
  const own = kernel && (await WebAssembly.instantiate(kernel, { env: { memory } })).exports;
  const functions = { ...Object.fromEntries(fallbacks), ...own } as Record<string, Multiply>;
  instance = await WebAssembly.instantiate(wasm, {
    ...imports,
    wasm_gemm: {
      ...functions,
      int8_multiply_and_add_bias: observed(functions.int8_multiply_and_add_bias as Multiply, observer),
    },
  });
  return instance;
}

/** Without rest parameters: an array for each of thousands of calls would cost more than the observation. */
function observed(multiply: Multiply, observer: WorkObserver): Multiply {
  // biome-ignore format: twelve numbers, as the WASM passes them
  return (a: number, scaleA: number, zeroA: number, b: number, scaleB: number, zeroB: number, bias: number, multiplier: number, rows: number, width: number, columns: number, output: number) => {
    observer.note(rows, columns);
    multiply(a, scaleA, zeroA, b, scaleB, zeroB, bias, multiplier, rows, width, columns, output);
  };
}
