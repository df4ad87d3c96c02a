import { openModelRegistry } from './model-registry.ts';
import { releasedPairs } from './released-pairs.ts';

/**
 * The pairs that have a model, without a request over the network: those of a registry in a folder, or those
 * that Mozilla has released.
 */
export async function knownModelPairs(registry: string): Promise<ReadonlySet<string>> {
  if (/^[a-z]+:\/\//i.test(registry)) return releasedPairs;
  const { models } = await openModelRegistry(registry);
  return new Set(models.map(({ name }) => name));
}
