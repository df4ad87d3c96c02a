/**
 * Bergamot's WASM inside a worker thread. The package's own worker script is not used, because it must be
 * started as CommonJS and from its own folder. This file does the same work, and frees every object.
 */
import { readFileSync } from 'node:fs';
import {
  type AlignedMemory,
  type Bergamot,
  type Deletable,
  type MemoryLimit,
  startWasm,
  WorkObserver,
} from './bergamot-wasm.ts';
import { GroupedTranslation, type WasmCall } from './grouped-translation.ts';
import type { Job, WorkerStart } from './messages.ts';
import { fingerprintOf, hasStoredScales, type Model, mayShareCalls, modelKey } from './models.ts';
import { TokenCounter } from './vocabulary/token-counter.ts';
import { vocabularySize } from './vocabulary/vocabulary-file.ts';

interface LoadedModel extends Deletable {
  /** Undefined if the tokens of a text cannot be counted, so that each text is translated alone. */
  readonly grouped: GroupedTranslation | undefined;
  translate(texts: readonly string[], isHtml: boolean): WasmCall;
}

export class WasmTranslator {
  readonly #wasm: Bergamot;
  readonly #service: InstanceType<Bergamot['BlockingService']>;
  readonly #models = new Map<string, LoadedModel>();
  readonly #limit: MemoryLimit;
  readonly #observer: WorkObserver;

  static async start(start: WorkerStart, observer = new WorkObserver()): Promise<WasmTranslator> {
    const limit: MemoryLimit = { bytes: Number.POSITIVE_INFINITY };
    const translator = new WasmTranslator(await startWasm(start, limit, observer), limit, observer);
    for (const model of start.pinned) translator.#loadIfUnchanged(model);
    return translator;
  }

  private constructor(wasm: Bergamot, limit: MemoryLimit, observer: WorkObserver) {
    this.#wasm = wasm;
    this.#limit = limit;
    this.#observer = observer;
    // No cache here: translations are cached elsewhere, by team.
    this.#service = new wasm.BlockingService({ cacheSize: 0 });
  }

  get memoryBytes(): number {
    return this.#wasm.HEAP8.buffer.byteLength;
  }

  /**
   * Each text gets the translation that it gets alone. HTML is translated text by text, because Bergamot counts
   * its tokens without the tags.
   */
  run({ evict, model, texts, isHtml, isOneByOne, maxMemoryBytes }: Job): string[] | undefined {
    this.#limit.bytes = maxMemoryBytes;
    for (const name of evict) {
      this.#models.get(name)?.delete();
      this.#models.delete(name);
    }
    const loaded = this.#models.get(modelKey(model)) ?? this.#loadIfUnchanged(model);
    if (loaded === undefined) return undefined;
    if (!isHtml && !isOneByOne && loaded.grouped !== undefined) return loaded.grouped.translate(texts);
    return texts.map((text) => loaded.translate([text], isHtml).answers[0] ?? '');
  }

  #translate(
    model: Deletable,
    texts: readonly string[],
    { isHtml, outputColumns }: { isHtml: boolean; outputColumns: number },
  ): WasmCall {
    const list = new this.#wasm.VectorString();
    const options = new this.#wasm.VectorResponseOptions();
    for (const text of texts) {
      list.push_back(text);
      // The word alignment determines where a tag belongs.
      options.push_back({ alignment: isHtml, html: isHtml, qualityScores: false });
    }
    this.#observer.reset(outputColumns);
    const responses = this.#service.translate(model, list, options);
    const answers = texts.map((_, i) => responses.get(i).getTranslatedText());
    for (const object of [list, options, responses]) object.delete();
    return { answers, rows: this.#observer.rows, steps: this.#observer.steps };
  }

  /** Another model under the same name would give other translations under the same version. */
  #loadIfUnchanged(model: Model): LoadedModel | undefined {
    if (!isUnchanged(model)) return undefined;
    const loaded = this.#load(model);
    // The model may have been replaced while it was read.
    if (isUnchanged(model)) {
      this.#models.set(modelKey(model), loaded);
      return loaded;
    }
    loaded.delete();
    return undefined;
  }

  #load({ model, vocabularies, shortlist }: Model): LoadedModel {
    const contents = vocabularies.map((file) => readFileSync(file));
    const files = {
      model: this.#memoryOf(readFileSync(model), 256),
      shortlist: this.#memoryOf(shortlist === undefined ? new Uint8Array() : readFileSync(shortlist), 64),
      vocabularies: contents.map((content) => this.#memoryOf(content, 64)),
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
    const [source = new Uint8Array(), target = source] = contents;
    const counter = mayShareCalls({ model, shortlist }) ? TokenCounter.fromFile(source) : undefined;
    const outputColumns = vocabularySize(target) ?? 0;
    const translate = (texts: readonly string[], isHtml: boolean) =>
      this.#translate(loaded, texts, { isHtml, outputColumns });
    return {
      grouped: counter && new GroupedTranslation(counter, (texts) => translate(texts, false)),
      translate,
      delete: () => loaded.delete(),
    };
  }

  #memoryOf(content: Uint8Array, alignment: number): AlignedMemory {
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

/** The settings that Firefox uses for these models. */
function settingsFor(modelFile: string): string {
  const precision = hasStoredScales(modelFile) ? 'int8shiftAlphaAll' : 'int8shiftAll';
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
