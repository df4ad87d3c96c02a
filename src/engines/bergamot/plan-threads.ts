/** How many threads the memory suffices for, and how much of it each gets. */
import { availableParallelism } from 'node:os';
import { OperatorError } from '../../lib/errors.ts';
import { estimatedNeed } from './architectures.ts';
import type { Model } from './models.ts';

type Sized = Pick<Model, 'architecture' | 'bytes'>;

export interface ThreadOptions {
  readonly id: string;
  /** The folder of the models. */
  readonly models: string;
  readonly workers?: number | undefined;
  readonly memoryMb?: number | undefined;
  /** The names of models that are loaded at the start and never evicted. */
  readonly pinned?: readonly string[] | undefined;
}

/** Enough for two ordinary models or one large model per thread. */
const defaultMbPerThread = 1_000;

export function pinnedModel(
  models: readonly Model[],
  name: string,
  { id, models: folder }: ThreadOptions,
): Model {
  const model = models.find((candidate) => candidate.name === name);
  if (model !== undefined) return model;
  const known = models.map((each) => each.name).join(', ') || 'none';
  throw new OperatorError(
    `The engine ${id} pins the model ${name}, which is not in ${folder}. Available: ${known}.`,
    'Fix "pinned" in the configuration file, or add the model to that folder.',
  );
}

/** One thread per core, or fewer if the memory does not suffice. */
export function threadsFor(
  models: readonly Model[],
  pinned: readonly Model[],
  options: ThreadOptions,
): number {
  const needMb = neededMb(models, pinned);
  if (options.memoryMb === undefined || options.memoryMb >= needMb)
    return threadsPossible(models, pinned, options);
  throw new OperatorError(
    `The engine ${options.id} needs a memory_mb of at least ${needMb} to hold its pinned models and one more.`,
    'Raise "memory_mb" in the configuration file, or pin fewer models.',
  );
}

/** At least one: a server that runs does not stop because of a model that was added. */
export function threadsPossible(
  models: readonly Model[],
  pinned: readonly Model[],
  options: ThreadOptions,
): number {
  const wanted = options.workers ?? availableParallelism();
  const needMb = neededMb(models, pinned);
  if (options.memoryMb === undefined || needMb === 0) return wanted;
  return Math.max(1, Math.min(wanted, Math.floor(options.memoryMb / needMb)));
}

/** The pinned models and the largest of the others. */
export function neededMb(models: readonly Sized[], pinned: readonly Sized[]): number {
  const sum = pinned.reduce((bytes, model) => bytes + estimatedNeed(model), 0);
  const others = models.filter((model) => !pinned.includes(model)).map(estimatedNeed);
  return Math.ceil((sum + Math.max(0, ...others)) / 1_000_000);
}

export function bytesPerThread(size: number, { memoryMb }: ThreadOptions): number {
  return ((memoryMb ?? size * defaultMbPerThread) * 1_000_000) / size;
}
