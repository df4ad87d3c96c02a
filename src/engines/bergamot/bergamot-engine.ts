/**
 * Bergamot: neural translation on the CPU, with the models of Firefox Translations. Worker threads run its
 * WASM; each loads models on demand, within a memory budget.
 */
import { createHash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { MemoryReport, ModelReport } from '../../lib/node-report.ts';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import type { Logger } from '../../observability/logger.ts';
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
import { isWellFormedHtml } from './html-fragment.ts';
import { type Kernel, type KernelName, kernelDescriptions, loadKernel } from './kernel/load-kernel.ts';
import { folderIdentity } from './library/folder-identity.ts';
import { MemoryPlan } from './memory-plan.ts';
import { discoverModels, fingerprintOf, type Model, modelKey } from './models.ts';
import {
  bytesPerThread,
  neededMb,
  pinnedModel,
  type ThreadOptions,
  threadsFor,
  threadsPossible,
} from './plan-threads.ts';
import { charactersPerPortion } from './text-batch.ts';
import { charactersPerJob } from './thread-job.ts';
import { ChangedModelError, ThreadPool } from './thread-pool.ts';
import { piecesForWasm, tidyAnswer } from './wasm-texts.ts';

export interface BergamotOptions extends ThreadOptions {
  /** `builtin` switches the own kernel off. */
  readonly kernel?: KernelName | undefined;
  /** Whether models use their shortlists. Texts are then translated one by one. */
  readonly shortlist?: boolean | undefined;
  readonly logger: Logger;
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
  readonly #plan: MemoryPlan;
  #version: string;
  #revision = 0;
  /** By pair. */
  #models: ReadonlyMap<string, Model>;
  /** Models that are about to be removed: no new route uses them, and calls that have one still do. By pair. */
  readonly #retired = new Map<string, Model>();

  constructor(options: BergamotOptions, models: readonly Model[], parts: EngineParts) {
    const { pool, plan, size, kernel } = parts;
    let { folderId } = parts;
    this.id = options.id;
    this.#options = options;
    this.modelStore = {
      folder: options.models,
      get folderId() {
        return folderId;
      },
      async identifyFolder() {
        folderId = await folderIdentity(options.models, { isCreated: true });
        return folderId;
      },
      isPinned: (name) => options.pinned?.includes(name) ?? false,
      memoryLimitBytes: this.#memoryLimit(models),
      reload: () => this.#reload(),
      retire: (name) => this.#retire(name),
      endRetirement: (name) => this.#endRetirement(name),
    };
    this.#version = versionOf(models);
    this.#models = byPair(models);
    this.#pool = pool;
    this.#plan = plan;
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
    return this.#version;
  }

  get revision(): number {
    return this.#revision;
  }

  /**
   * Reads the folder again. Batches that a thread works on finish with the model that they began with. The version
   * changes before a new model is used, so that no translation is cached under the version of another model.
   */
  readonly #reload = oneAtATime(async (): Promise<void> => {
    const known = new Set([...this.#models.values()].map(modelKey));
    const found = await findModels(this.#options);
    // Without a manifest, a model may still be being copied. It is used after the next start.
    const complete = found.filter((model) => model.architecture !== undefined || known.has(modelKey(model)));
    this.#use(complete.filter((model) => this.#retired.get(pairKey(model))?.name !== model.name));
  });

  #retire(name: string): void {
    const models = [...this.#models.values()];
    const retired = models.find((model) => model.name === name);
    if (retired === undefined) return;
    this.#retired.set(pairKey(retired), retired);
    this.#use(models.filter((model) => model !== retired));
  }

  async #endRetirement(name: string): Promise<void> {
    const retired = [...this.#retired.values()].filter((model) => model.name === name);
    for (const model of retired) this.#retired.delete(pairKey(model));
    await this.#reload();
    // A model without a manifest is unknown after its retirement, but it was complete before.
    const missing = retired.filter((model) => model.architecture === undefined && isPresent(model));
    if (missing.length > 0) this.#use([...missing, ...this.#models.values()]);
  }

  #memoryLimit(models: readonly Model[]): number | undefined {
    const { memoryMb, pinned = [] } = this.#options;
    if (memoryMb === undefined) return undefined;
    const held = models.filter(({ name }) => pinned.includes(name));
    return (memoryMb - neededMb(held, held)) * 1_000_000;
  }

  #use(models: readonly Model[]): void {
    const version = versionOf(models);
    if (version === this.#version) return;
    const pinnedNames = this.#options.pinned ?? [];
    const pinned = models.filter(({ name }) => pinnedNames.includes(name));
    const size = threadsPossible(models, pinned, this.#options);
    this.#plan.replace(models, pinnedNames, bytesPerThread(size, this.#options));
    this.#pool.update({ size, pinned });
    this.#models = byPair(models);
    this.#version = version;
    this.#revision++;
    const { id, logger } = this.#options;
    logger.info('the models of an engine changed', { engine: id, count: models.length });
  }

  pairs(): readonly EnginePair[] {
    return [...this.#models.values()].map(({ source, target }) => ({ source, target, features }));
  }

  models(): readonly ModelReport[] {
    return [...this.#models.values()].map((model) => ({
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
    const model = this.#modelFor(pair);
    try {
      return await this.#pool.translate(model, texts, options);
    } catch (error) {
      if (!(error instanceof ChangedModelError)) throw error;
      await this.#reload();
      return this.#pool.translate(this.#modelFor(pair), texts, options);
    }
  }

  #modelFor(pair: LanguagePair): Model {
    const model = this.#models.get(pairKey(pair)) ?? this.#retired.get(pairKey(pair));
    if (model !== undefined) return model;
    throw new EngineError(`there is no model from ${pair.source} to ${pair.target}`);
  }

  async health(): Promise<EngineHealth> {
    const [model] = this.#models.values();
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
          detail: `${this.#models.size} pairs, ${kernelDescriptions[this.kernel]}; ${this.#pool.describe()}`,
        }
      : { healthy: false, detail: `${this.#options.models} can no longer be read` };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function findModels({ models: folder, shortlist }: BergamotOptions): Promise<Model[]> {
  const discovered = await discoverModels(folder);
  return shortlist ? discovered : discovered.flatMap(withoutShortlist);
}

function isPresent(model: Model): boolean {
  try {
    return fingerprintOf(model) === model.fingerprint;
  } catch {
    return false;
  }
}

function pairKey({ source, target }: LanguagePair): string {
  return `${source}>${target}`;
}

function byPair(models: readonly Model[]): ReadonlyMap<string, Model> {
  return new Map(models.map((model) => [pairKey(model), model]));
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

/** Changes when texts are split or joined differently, because this changes their translations. */
const textHandling = 'sentences by language\n';

function versionOf(models: readonly Model[]): string {
  const hash = createHash('sha256').update(textHandling);
  for (const { name, fingerprint } of models) hash.update(`${name} ${fingerprint}\n`);
  return hash.digest('base64url').slice(0, 12);
}
