/**
 * Bergamot: neural translation on the CPU, with the models of Firefox Translations. Worker threads run its
 * WASM; each loads models on demand, within a memory budget.
 */

import { access, constants } from 'node:fs/promises';
import { isSamePair } from '../../lib/language-pair.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { MemoryReport, ModelReport } from '../../lib/node-report.ts';
import { countedPairs } from '../counted-pairs.ts';
import {
  type Engine,
  type EngineCapacity,
  EngineError,
  type EngineHealth,
  type EnginePair,
  type ModelStore,
  type TranslateBatch,
} from '../engine.ts';
import { translatePieces } from '../translate-in-pieces.ts';
import { estimatedNeed } from './architectures.ts';
import { EngineModels, type EngineModelsOptions, findModels } from './engine-models.ts';
import { isWellFormedHtml } from './html-fragment.ts';
import { type Kernel, type KernelName, kernelDescriptions, loadKernel } from './kernel/load-kernel.ts';
import { folderIdentity } from './library/folder-identity.ts';
import { MemoryPlan } from './memory-plan.ts';
import type { Model } from './models.ts';
import { bytesPerThread, neededMb, pinnedModel, threadsFor } from './plan-threads.ts';
import { charactersPerPortion } from './text-batch.ts';
import { charactersPerJob } from './thread-job.ts';
import { ChangedModelError, ThreadPool } from './thread-pool.ts';
import { piecesForWasm, tidyAnswer } from './wasm-texts.ts';

export interface BergamotOptions extends EngineModelsOptions {
  /** `builtin` switches the own kernel off. */
  readonly kernel?: KernelName | undefined;
  /** For tests: a worker that misbehaves, and a shorter patience. */
  readonly workerFile?: URL;
  readonly portionPatienceMs?: number;
}

const textsPerBatch = 64;

/** So that a thread finds several batches to combine. The built-in kernel gains nothing by combining. */
const batchesPerThread = 32;

/** A text of 128 kB takes several seconds on all cores, so this is no shorter than the deadline of a call. */
const stallMs = 30_000;

const features = { formality: false, glossary: false, markup: true };

// The same extension as this file, so that compiled code starts compiled code.
const ownWorkerFile = new URL(`./bergamot-worker${import.meta.url.slice(-3)}`, import.meta.url);

export async function openBergamotEngine(options: BergamotOptions): Promise<Engine> {
  const models = await findModels(options);
  const pinned = (options.pinned ?? []).map((name) => pinnedModel(models, name, options));
  const size = threadsFor(models, pinned, options);
  const kernel = await loadKernel(options.kernel);
  logKernel(options, kernel);
  const portionPatienceMs = options.portionPatienceMs ?? 5_000;
  const plan = new MemoryPlan(models, options.pinned ?? [], bytesPerThread(size, options));
  const pool = new ThreadPool({
    engineId: options.id,
    size,
    plan,
    pinned,
    kernel: kernel.module,
    charactersPerJob: charactersPerJobOf(kernel.name),
    workerFile: options.workerFile ?? ownWorkerFile,
    portionPatienceMs,
    loadPatienceMs: 2 * portionPatienceMs,
    logger: options.logger,
  });
  await warmUp(pool, pinned, options);
  const folderId = await folderIdentity(options.models);
  return new BergamotEngine(options, models, { pool, plan, size, kernel: kernel.name, folderId });
}

interface EngineParts {
  readonly pool: ThreadPool;
  readonly plan: MemoryPlan;
  readonly size: number;
  readonly kernel: KernelName;
  readonly folderId: string;
}

class BergamotEngine implements Engine {
  readonly id: string;
  readonly capacity: EngineCapacity;
  readonly kernel: KernelName;
  readonly modelStore: ModelStore;
  readonly #options: BergamotOptions;
  readonly #pool: ThreadPool;
  readonly #models: EngineModels;

  constructor(options: BergamotOptions, models: readonly Model[], parts: EngineParts) {
    const { pool, plan, size, kernel } = parts;
    let { folderId } = parts;
    this.id = options.id;
    this.#options = options;
    this.#pool = pool;
    this.#models = new EngineModels(options, models, { pool, plan });
    this.modelStore = {
      folder: options.models,
      get folderId() {
        return folderId;
      },
      async identifyFolder() {
        folderId = await folderIdentity(options.models, { isCreated: true });
        return folderId;
      },
      isPinned: (name) => options.pinned?.some((pinned) => isSamePair(pinned, name)) ?? false,
      memoryLimitBytes: memoryLimit(models, options),
      reload: () => this.#models.reload(),
      retire: (name) => this.#models.retire(name),
      endRetirement: (name) => this.#models.endRetirement(name),
    };
    this.kernel = kernel;
    this.capacity = {
      batchesAtOnce: kernel === 'own' ? batchesPerThread * size : size + 1,
      workers: size,
      workersServeAllPairs: true,
      chargesWork: true,
      charactersPerText: charactersPerPortion,
      textsPerBatch,
      charactersPerBatch: charactersPerPortion,
      stallMs,
    };
  }

  get version(): string {
    return this.#models.version;
  }

  get revision(): number {
    return this.#models.revision;
  }

  pairs(): readonly EnginePair[] {
    return this.#models.all().map(({ source, target }) => ({ source, target, features }));
  }

  models(): readonly ModelReport[] {
    return this.#models.all().map((model) => ({
      name: model.name,
      bytes: model.bytes,
      loaded_by: this.#pool.countThreadsWith(model),
      architecture: model.architecture ?? null,
      memory_bytes: Math.round(estimatedNeed(model)),
      licence: model.licence ?? null,
      comet: model.scores?.comet ?? null,
      is_pinned: this.modelStore.isPinned(model.name),
    }));
  }

  memory(): MemoryReport {
    return this.#pool.memory();
  }

  async translate(
    { source, target, texts, options, claim }: TranslateBatch,
    signal: AbortSignal,
  ): Promise<string[]> {
    const isHtml = options?.markup === 'html';
    if (isHtml && !texts.every(isWellFormedHtml)) throw new EngineError('the HTML is not well-formed');
    const textOptions = { source, target, isHtml, maxPieceLength: charactersPerPortion };
    const pieces = texts.map((text) => piecesForWasm(text, textOptions));
    const ask = async (worded: string[]) => {
      const answers = await this.#translate({ source, target }, worded, { isHtml, signal, claim });
      return answers.map((answer) => tidyAnswer(answer, textOptions));
    };
    return translatePieces(pieces, ask, { source, target });
  }

  /** A model that was replaced before a thread had loaded it is looked up again, once. */
  async #translate(
    pair: LanguagePair,
    texts: readonly string[],
    options: Parameters<ThreadPool['translate']>[2],
  ): Promise<string[]> {
    const model = this.#models.find(pair);
    try {
      return await this.#pool.translate(model, texts, options);
    } catch (error) {
      if (!(error instanceof ChangedModelError)) throw error;
      await this.#models.reload();
      return this.#pool.translate(this.#models.find(pair), texts, options);
    }
  }

  async health(): Promise<EngineHealth> {
    const models = this.#models.all();
    const [model] = models;
    if (model === undefined) {
      return {
        healthy: false,
        detail: `no models in ${this.#options.models}: run dragoman models pull en-de`,
      };
    }
    const readable = await access(model.model, constants.R_OK).then(
      () => true,
      () => false,
    );
    return readable
      ? {
          healthy: true,
          detail: `${countedPairs(models.length)}, ${kernelDescriptions[this.kernel]}; ${this.#pool.describe()}`,
        }
      : { healthy: false, detail: `${this.#options.models} can no longer be read` };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function memoryLimit(
  models: readonly Model[],
  { memoryMb, pinned = [] }: BergamotOptions,
): number | undefined {
  if (memoryMb === undefined) return undefined;
  const held = models.filter(({ name }) => pinned.includes(name));
  return (memoryMb - neededMb(held, held)) * 1_000_000;
}

function charactersPerJobOf(kernel: KernelName): number {
  return kernel === 'own' ? charactersPerJob : charactersPerPortion;
}

/** A model that cannot be loaded fails its calls; the others are served. */
async function warmUp(pool: ThreadPool, pinned: readonly Model[], { id, logger }: BergamotOptions) {
  for (const model of pinned) {
    await pool.warmUp(model).catch((err: unknown) => {
      logger.warn('a pinned model could not be loaded', { engine: id, pair: model.name, err });
    });
  }
}

function logKernel({ id, logger }: BergamotOptions, { name, reason }: Kernel): void {
  const message = `multiplications of a neural engine: ${kernelDescriptions[name]}`;
  logger.info(message, { engine: id, ...(reason !== undefined && { reason }) });
}
