/**
 * Bergamot: neural translation on the CPU, with the models of Firefox Translations. Worker threads run its
 * WASM; each loads models on demand, within a memory budget.
 */
import { createHash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { OperatorError } from '../../lib/errors.ts';
import type { MemoryReport, ModelReport } from '../../lib/node-report.ts';
import type { Logger } from '../../observability/logger.ts';
import {
  type Engine,
  type EngineCapacity,
  EngineError,
  type EngineHealth,
  type EnginePair,
  type TranslateBatch,
} from '../engine.ts';
import { translatePieces } from '../translate-in-pieces.ts';
import { estimatedNeed } from './architectures.ts';
import { isWellFormedHtml } from './html-fragment.ts';
import { type Kernel, type KernelName, kernelDescriptions, loadKernel } from './kernel/load-kernel.ts';
import { MemoryPlan } from './memory-plan.ts';
import { discoverModels, fingerprintOf, type Model } from './models.ts';
import { charactersPerPortion } from './text-batch.ts';
import { charactersPerJob } from './thread-job.ts';
import { ThreadPool } from './thread-pool.ts';
import { piecesForWasm, tidyAnswer } from './wasm-texts.ts';

export interface BergamotOptions {
  readonly id: string;
  readonly models: string;
  readonly workers?: number | undefined;
  readonly memoryMb?: number | undefined;
  /** The names of models that are loaded at the start and never evicted. */
  readonly pinned?: readonly string[] | undefined;
  /** `builtin` switches the own kernel off. */
  readonly kernel?: KernelName | undefined;
  /** Whether models use their shortlists. Texts are then translated one by one. */
  readonly shortlist?: boolean | undefined;
  readonly logger: Logger;
  /** For tests: a worker that misbehaves, and a shorter patience. */
  readonly workerFile?: URL;
  readonly portionPatienceMs?: number;
}

/** Enough for two ordinary models or one large model per thread. */
const defaultMbPerThread = 1_000;

const textsPerBatch = 64;

/** So that a thread finds several batches to combine. The built-in kernel gains nothing by combining. */
const batchesPerThread = 32;

/** A text of 128 kB takes several seconds on all cores, so this is no shorter than the deadline of a call. */
const stallMs = 30_000;

const features = { formality: false, glossary: false, markup: true };

// The same extension as this file, so that compiled code starts compiled code.
const ownWorkerFile = new URL(`./bergamot-worker${import.meta.url.slice(-3)}`, import.meta.url);

export async function openBergamotEngine(options: BergamotOptions): Promise<Engine> {
  const discovered = await discoverModels(options.models);
  const models = options.shortlist ? discovered : discovered.flatMap(withoutShortlist);
  const pinned = (options.pinned ?? []).map((name) => pinnedModel(models, name, options));
  const size = threadsFor(models, pinned, options);
  const bytesPerThread = ((options.memoryMb ?? size * defaultMbPerThread) * 1_000_000) / size;
  const kernel = await loadKernel(options.kernel);
  logKernel(options, kernel);
  const portionPatienceMs = options.portionPatienceMs ?? 5_000;
  const pool = new ThreadPool({
    engineId: options.id,
    size,
    plan: new MemoryPlan(models, options.pinned ?? [], bytesPerThread),
    pinned,
    kernel: kernel.module,
    charactersPerJob: charactersPerJobOf(kernel.name),
    workerFile: options.workerFile ?? ownWorkerFile,
    portionPatienceMs,
    loadPatienceMs: 2 * portionPatienceMs,
    logger: options.logger,
  });
  await warmUp(pool, pinned, options);
  return new BergamotEngine(options, models, { pool, size, kernel: kernel.name });
}

class BergamotEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capacity: EngineCapacity;
  readonly kernel: KernelName;
  readonly #folder: string;
  readonly #models: ReadonlyMap<string, Model>;
  readonly #pool: ThreadPool;

  constructor(
    { id, models: folder }: BergamotOptions,
    models: readonly Model[],
    { pool, size, kernel }: { pool: ThreadPool; size: number; kernel: KernelName },
  ) {
    this.id = id;
    this.#folder = folder;
    this.version = versionOf(models);
    this.#models = new Map(models.map((model) => [`${model.source}>${model.target}`, model]));
    this.#pool = pool;
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

  pairs(): readonly EnginePair[] {
    return [...this.#models.values()].map(({ source, target }) => ({ source, target, features }));
  }

  models(): readonly ModelReport[] {
    return [...this.#models.values()].map(({ name, bytes }) => ({
      name,
      bytes,
      loaded_by: this.#pool.countThreadsWith(name),
    }));
  }

  memory(): MemoryReport {
    return this.#pool.memory();
  }

  async translate(
    { source, target, texts, options, claim }: TranslateBatch,
    signal: AbortSignal,
  ): Promise<string[]> {
    const model = this.#models.get(`${source}>${target}`);
    if (model === undefined) throw new EngineError(`there is no model from ${source} to ${target}`);
    const isHtml = options?.markup === 'html';
    if (isHtml && !texts.every(isWellFormedHtml)) throw new EngineError('the HTML is not well-formed');
    const textOptions = { source, target, isHtml, maxPieceLength: charactersPerPortion };
    const pieces = texts.map((text) => piecesForWasm(text, textOptions));
    const ask = async (worded: string[]) => {
      const answers = await this.#pool.translate(model, worded, { isHtml, signal, claim });
      return answers.map((answer) => tidyAnswer(answer, textOptions));
    };
    return translatePieces(pieces, ask, { source, target });
  }

  async health(): Promise<EngineHealth> {
    const [model] = this.#models.values();
    if (model === undefined) {
      return { healthy: false, detail: `no models in ${this.#folder}: run dragoman models pull en-de` };
    }
    const readable = await access(model.model, constants.R_OK).then(
      () => true,
      () => false,
    );
    return readable
      ? {
          healthy: true,
          detail: `${this.#models.size} pairs, ${kernelDescriptions[this.kernel]}; ${this.#pool.describe()}`,
        }
      : { healthy: false, detail: `${this.#folder} can no longer be read` };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function charactersPerJobOf(kernel: KernelName): number {
  return kernel === 'own' ? charactersPerJob : charactersPerPortion;
}

/** Skips a model that is being replaced. */
function withoutShortlist(model: Model): Model[] {
  if (model.shortlist === undefined) return [model];
  const files = { ...model, shortlist: undefined };
  try {
    return [{ ...files, fingerprint: fingerprintOf(files) }];
  } catch {
    return [];
  }
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

function pinnedModel(models: readonly Model[], name: string, { id, models: folder }: BergamotOptions): Model {
  const model = models.find((candidate) => candidate.name === name);
  if (model !== undefined) return model;
  const known = models.map((each) => each.name).join(', ') || 'none';
  throw new OperatorError(
    `The engine ${id} pins the model ${name}, which is not in ${folder}. Available: ${known}.`,
    'Fix "pinned" in the configuration file, or add the model to that folder.',
  );
}

/** One thread per core, or fewer if the memory does not suffice. */
function threadsFor(models: readonly Model[], pinned: readonly Model[], options: BergamotOptions): number {
  const wanted = options.workers ?? availableParallelism();
  if (options.memoryMb === undefined) return wanted;
  const sum = pinned.reduce((bytes, model) => bytes + estimatedNeed(model), 0);
  const others = models.filter((model) => !pinned.includes(model)).map(estimatedNeed);
  const needMb = Math.ceil((sum + Math.max(0, ...others)) / 1_000_000);
  const possible = needMb === 0 ? wanted : Math.floor(options.memoryMb / needMb);
  if (possible >= 1) return Math.min(wanted, possible);
  throw new OperatorError(
    `The engine ${options.id} needs a memory_mb of at least ${needMb} to hold its pinned models and one more.`,
    'Raise "memory_mb" in the configuration file, or pin fewer models.',
  );
}

/** Changes when texts are split or joined differently, because this changes their translations. */
const textHandling = 'sentences by language\n';

function versionOf(models: readonly Model[]): string {
  const hash = createHash('sha256').update(textHandling);
  for (const { name, fingerprint } of models) hash.update(`${name} ${fingerprint}\n`);
  return hash.digest('base64url').slice(0, 12);
}
