/** Chooses among the models of a pair: the best one for a server, unless something else is asked for. */

import { pairNameOf, pairsOf } from '../../../lib/language-pair.ts';
import { ModelError } from '../../../lib/model-failures.ts';
import { estimatedNeed } from '../architectures.ts';
import type { Scores } from '../models.ts';
import { type ModelRegistry, modelFileOf, type RegistryModel, type ReleaseStatus } from './registry-model.ts';

export interface ModelChoice {
  /** Only this architecture; by default any. */
  readonly architecture?: string | undefined;
  /** The smallest released model instead of the best one. */
  readonly smallest?: boolean | undefined;
  /** The memory that one thread may use. A model that needs more is chosen only if none fits. */
  readonly maxMemoryBytes?: number | undefined;
}

/** Below this difference of COMET points, less memory and more speed count for more. */
const relevantDifference = 0.1;

export function chooseModel(registry: ModelRegistry, pair: string, choice: ModelChoice): RegistryModel {
  const all = modelsOf(registry, pair);
  const { architecture, smallest, maxMemoryBytes = Number.POSITIVE_INFINITY } = choice;
  const matching = all.filter((model) => (architecture ?? model.architecture) === model.architecture);
  const statuses: ReleaseStatus[] = smallest ? ['release', 'desktop', 'android'] : ['release', 'desktop'];
  const candidates = releasedFor(matching, statuses);
  const bySize = candidates.toSorted((a, b) => memoryOf(a) - memoryOf(b));
  const fitting = bySize.filter((model) => memoryOf(model) <= maxMemoryBytes);
  const chosen =
    smallest || fitting.length === 0 ? bySize[0] : fitting.reduce((best, each) => better(best, each));
  if (chosen !== undefined) return chosen;
  const known = [...new Set(all.map((model) => model.architecture))].join(', ');
  throw new ModelError(
    'not_offered',
    known === ''
      ? `The registry has no model ${pairNameOf(pair) ?? pair}.`
      : `The registry has ${all[0]?.name} only with the architecture ${known}.`,
    'See: dragoman models list --available',
  );
}

/** Several readings of a name are possible; the registry decides. */
function modelsOf({ models }: ModelRegistry, pair: string): readonly RegistryModel[] {
  const readings = [pairNameOf(pair), ...pairsOf(pair).map(({ source, target }) => `${source}-${target}`)];
  for (const name of readings) {
    const found = models.filter((model) => model.name === name);
    if (found.length > 0) return found;
  }
  return [];
}

/** Models for these users, else released ones, else all. */
function releasedFor(
  all: readonly RegistryModel[],
  statuses: readonly ReleaseStatus[],
): readonly RegistryModel[] {
  const wanted = all.filter(({ release }) => statuses.includes(release));
  if (wanted.length > 0) return wanted;
  const released = all.filter(({ release }) => release !== 'unreleased');
  return released.length > 0 ? released : all;
}

/** `larger` needs no less memory than `smaller`. Published scores decide; without them the larger is better. */
function better(smaller: RegistryModel, larger: RegistryModel): RegistryModel {
  for (const metric of ['comet', 'chrf', 'bleu'] as const satisfies (keyof Scores)[]) {
    const [a, b] = [smaller.scores[metric], larger.scores[metric]];
    if (a !== undefined && b !== undefined) return b - a >= relevantDifference ? larger : smaller;
  }
  return larger;
}

export function memoryOf(model: RegistryModel): number {
  return estimatedNeed({ architecture: model.architecture, bytes: modelFileOf(model)?.bytes });
}
