/** What a registry offers, with what each model would cost here. */
import { wordsPerSecond } from '../architectures.ts';
import type { Scores } from '../models.ts';
import { chooseModel, type ModelChoice, memoryOf } from './choose-model.ts';
import { type ModelRegistry, modelFileOf, type RegistryModel, type ReleaseStatus } from './registry-model.ts';

export interface AvailableModel {
  readonly name: string;
  readonly architecture: string;
  readonly release: ReleaseStatus;
  /** The size of the model file, if known. */
  readonly bytes: number | undefined;
  readonly memoryBytes: number;
  readonly wordsPerSecond: number | undefined;
  readonly scores: Scores;
  readonly licence: string | undefined;
  /** Whether it is the one that is installed, unless another is asked for. */
  readonly isDefault: boolean;
}

/** By name, and for each pair the smallest first. */
export function listAvailableModels(registry: ModelRegistry, choice: ModelChoice): AvailableModel[] {
  const { maxMemoryBytes } = choice;
  const byName = Map.groupBy(registry.models, ({ name }) => name);
  return [...byName.keys()].toSorted().flatMap((name) => {
    const models = (byName.get(name) ?? []).toSorted((a, b) => memoryOf(a) - memoryOf(b));
    // Only among those of the pair: a search of the whole list for each pair would take minutes for a long one.
    const chosen = chooseModel({ ...registry, models }, name, { maxMemoryBytes });
    return models.map((model) => describe(model, model === chosen));
  });
}

function describe(model: RegistryModel, isDefault: boolean): AvailableModel {
  const { name, architecture, release, scores, licence } = model;
  return {
    name,
    architecture,
    release,
    bytes: modelFileOf(model)?.bytes,
    memoryBytes: memoryOf(model),
    wordsPerSecond: wordsPerSecond(architecture),
    scores,
    licence,
    isDefault,
  };
}
