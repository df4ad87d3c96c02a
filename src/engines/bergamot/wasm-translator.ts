/**
 * Bergamot's WASM inside a worker thread. The package's own worker script is not used, because it must be
 * started as CommonJS and from its own folder. This file does the same work, and frees every object.
 */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { limitMemory } from './limit-memory.ts';
import { type Job, outgrownExitCode, type WorkerStart } from './messages.ts';
import { fingerprintOf, type Model } from './models.ts';

interface Deletable {
  delete(): void;
}
interface AlignedMemory extends Deletable {
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

interface Bergamot {
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

interface MemoryLimit {
  bytes: number;
}

export class WasmTranslator {
  readonly #wasm: Bergamot;
  readonly #service: InstanceType<Bergamot['BlockingService']>;
  readonly #models = new Map<string, Deletable>();
  readonly #limit: MemoryLimit;

  static async start(start: WorkerStart): Promise<WasmTranslator> {
    const limit: MemoryLimit = { bytes: Number.POSITIVE_INFINITY };
    const translator = new WasmTranslator(await startWasm(start, limit), limit);
    for (const model of start.pinned) translator.#loadIfUnchanged(model);
    return translator;
  }

  private constructor(wasm: Bergamot, limit: MemoryLimit) {
    this.#wasm = wasm;
    this.#limit = limit;
    // No cache here: translations are cached elsewhere, by team.
    this.#service = new wasm.BlockingService({ cacheSize: 0 });
  }

  get memoryBytes(): number {
    return this.#wasm.HEAP8.buffer.byteLength;
  }

  /**
   * Translates text by text: the other texts in a batch change the last bits of a sum and so occasionally a
   * word (in 2 of 1,000 sentences). Alone, a text always has the same translation. Batches of 16 were no
   * faster.
   */
  run({ evict, model, texts, isHtml, maxMemoryBytes }: Job): string[] | undefined {
    this.#limit.bytes = maxMemoryBytes;
    for (const name of evict) {
      this.#models.get(name)?.delete();
      this.#models.delete(name);
    }
    const loaded = this.#models.get(model.name) ?? this.#loadIfUnchanged(model);
    return loaded && texts.map((text) => this.#translate(loaded, text, isHtml));
  }

  #translate(model: Deletable, text: string, isHtml: boolean): string {
    const texts = new this.#wasm.VectorString();
    const options = new this.#wasm.VectorResponseOptions();
    texts.push_back(text);
    // The word alignment determines where a tag belongs.
    options.push_back({ alignment: isHtml, html: isHtml, qualityScores: false });
    const responses = this.#service.translate(model, texts, options);
    const answer = responses.get(0).getTranslatedText();
    for (const object of [texts, options, responses]) object.delete();
    return answer;
  }

  /** Another model under the same name would give other translations under the same version. */
  #loadIfUnchanged(model: Model): Deletable | undefined {
    if (!isUnchanged(model)) return undefined;
    const loaded = this.#load(model);
    // The model may have been replaced while it was read.
    if (isUnchanged(model)) {
      this.#models.set(model.name, loaded);
      return loaded;
    }
    loaded.delete();
    return undefined;
  }

  #load({ model, vocabularies, shortlist }: Model): Deletable {
    const files = {
      model: this.#memoryOf(model, 256),
      shortlist: this.#memoryOf(shortlist, 64),
      vocabularies: vocabularies.map((file) => this.#memoryOf(file, 64)),
    };
    const list = new this.#wasm.AlignedMemoryList();
    for (const vocabulary of files.vocabularies) list.push_back(vocabulary);
    const loaded = new this.#wasm.TranslationModel(
      settingsFor(model),
      files.model,
      files.shortlist,
      list,
      null,
    );
    for (const object of [list, files.model, files.shortlist, ...files.vocabularies]) object.delete();
    return loaded;
  }

  #memoryOf(file: string | undefined, alignment: number): AlignedMemory {
    const content = file === undefined ? new Uint8Array() : readFileSync(file);
    const memory = new this.#wasm.AlignedMemory(content.byteLength, alignment);
    memory.getByteArrayView().set(content);
    return memory;
  }
}

function isUnchanged(model: Model): boolean {
  try {
    return fingerprintOf(model) === model.fingerprint;
  } catch {
    return false;
  }
}

/** The settings that Firefox uses for these models. The file name tells how a model was quantised. */
function settingsFor(modelFile: string): string {
  const precision = modelFile.endsWith('intgemm8.bin') ? 'int8shiftAll' : 'int8shiftAlphaAll';
  return `
beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
skip-cost: true
cpu-threads: 0
quiet: true
quiet-translation: true
gemm-precision: ${precision}
alignment: soft
`;
}

function startWasm({ wasm, kernel, glue }: WorkerStart, limit: MemoryLimit): Promise<Bergamot> {
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
        instantiate(wasm, kernel, imports).then(accept, reject);
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
): Promise<WebAssembly.Instance> {
  let instance: WebAssembly.Instance | undefined;
  const fallback =
    (name: string) =>
    (...numbers: unknown[]) => {
      const call = instance?.exports[name] as (...numbers: unknown[]) => unknown;
      return call(...numbers);
    };
  const fallbacks = Object.entries(fallbackFunctions).map(([imported, name]) => [imported, fallback(name)]);
  // The kernel works in the same memory, however much that grows, and is called without JavaScript in between.
  const memory = imports.env?.memory;
  const own = kernel && (await WebAssembly.instantiate(kernel, { env: { memory } })).exports;
  instance = await WebAssembly.instantiate(wasm, {
    ...imports,
    wasm_gemm: { ...Object.fromEntries(fallbacks), ...own },
  });
  return instance;
}
