/**
 * The models that an engine uses, which change while it runs: installed ones are added, and those that are about to be
 * removed are retired first.
 */
import { createHash } from 'node:crypto';
import { isSamePair } from '../../lib/language-pair.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import type { MemoryPlan } from './memory-plan.ts';
import { discoverModels, fingerprintOf, type Model, modelKey } from './models.ts';
import { bytesPerThread, type ThreadOptions, threadsPossible } from './plan-threads.ts';
import type { ThreadPool } from './thread-pool.ts';

export interface EngineModelsOptions extends ThreadOptions {
  /** Whether models use their shortlists. Texts are then translated one by one. */
  readonly shortlist?: boolean | undefined;
  readonly logger: Logger;
}

/** What follows a change of the models. */
interface Followers {
  readonly pool: Pick<ThreadPool, 'update'>;
  readonly plan: MemoryPlan;
}

export class EngineModels {
  readonly #options: EngineModelsOptions;
  readonly #followers: Followers;
  #version: string;
  #revision = 0;
  /** By pair. */
  #models: ReadonlyMap<string, Model>;
  /** Models that are about to be removed: no new route uses them, and calls that have one still do. By pair. */
  readonly #retired = new Map<string, Model>();

  constructor(options: EngineModelsOptions, models: readonly Model[], followers: Followers) {
    this.#options = options;
    this.#followers = followers;
    this.#version = versionOf(models);
    this.#models = byPair(models);
  }

  get version(): string {
    return this.#version;
  }

  get revision(): number {
    return this.#revision;
  }

  all(): readonly Model[] {
    return [...this.#models.values()];
  }

  find(pair: LanguagePair): Model {
    const model = this.#models.get(pairKey(pair)) ?? this.#retired.get(pairKey(pair));
    if (model !== undefined) return model;
    throw new EngineError(`there is no model from ${pair.source} to ${pair.target}`);
  }

  /**
   * Reads the folder again. Batches that a thread works on finish with the model that they began with. The version
   * changes before a new model is used, so that no translation is cached under the version of another model.
   */
  readonly reload = oneAtATime(async (): Promise<void> => {
    const known = new Set(this.all().map(modelKey));
    const found = await findModels(this.#options);
    // Without a manifest, a model may still be being copied. It is used after the next start.
    const complete = found.filter((model) => model.architecture !== undefined || known.has(modelKey(model)));
    this.#use(complete.filter((model) => this.#retired.get(pairKey(model))?.name !== model.name));
  });

  retire(name: string): void {
    const models = this.all();
    const retired = models.find((model) => isSamePair(model.name, name));
    if (retired === undefined) return;
    this.#retired.set(pairKey(retired), retired);
    this.#use(models.filter((model) => model !== retired));
  }

  async endRetirement(name: string): Promise<void> {
    const retired = [...this.#retired.values()].filter((model) => isSamePair(model.name, name));
    for (const model of retired) this.#retired.delete(pairKey(model));
    await this.reload();
    // A model without a manifest is unknown after its retirement, but it was complete before.
    const missing = retired.filter((model) => model.architecture === undefined && isPresent(model));
    if (missing.length > 0) this.#use([...missing, ...this.#models.values()]);
  }

  #use(models: readonly Model[]): void {
    const version = versionOf(models);
    if (version === this.#version) return;
    const pinnedNames = this.#options.pinned ?? [];
    const pinned = models.filter(({ name }) => pinnedNames.includes(name));
    const size = threadsPossible(models, pinned, this.#options);
    this.#followers.plan.replace(models, pinnedNames, bytesPerThread(size, this.#options));
    this.#followers.pool.update({ size, pinned });
    this.#models = byPair(models);
    this.#version = version;
    this.#revision++;
    const { id, logger } = this.#options;
    logger.info('the models of an engine changed', { engine: id, count: models.length });
  }
}

export async function findModels({ models: folder, shortlist }: EngineModelsOptions): Promise<Model[]> {
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

/** Changes when texts are split or joined differently, because this changes their translations. */
const textHandling = 'sentences by language\n';

function versionOf(models: readonly Model[]): string {
  const hash = createHash('sha256').update(textHandling);
  for (const { name, fingerprint } of models) hash.update(`${name} ${fingerprint}\n`);
  return hash.digest('base64url').slice(0, 12);
}
