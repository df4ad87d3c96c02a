/** The languages that an installation translates from and to English, and the models that this needs. */
import { InvalidArgumentError } from 'commander';
import { baseLanguage, canonicalLanguageTag } from '../../lib/language-tag.ts';
import { describeScores, megabytes } from '../describe-model.ts';
import type { listAvailableModels } from '../loaded-on-demand.ts';
import { table } from '../print.ts';

export type AvailableModel = Awaited<ReturnType<typeof listAvailableModels>>[number];

interface Pair {
  readonly source: string;
  readonly target: string;
}

export interface PairOffer extends Pair {
  /** The best model of the pair, if there is one. */
  readonly model: AvailableModel | undefined;
  readonly hasApertium: boolean;
}

/** English is on one side of every pair, so it need not be named. */
const pivot = 'en';

export function parseLanguages(value: string): string[] {
  const names = value.split(/[\s,]+/).filter(Boolean);
  const tags = names.map((name) => canonicalLanguageTag(name.replaceAll('_', '-')));
  const unknown = names.filter((_, i) => tags[i] === undefined);
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `${unknown.join(', ')} is not a language code. Write codes such as de, fr or zh-Hant, separated by commas.`,
    );
  }
  return [...new Set(tags.filter((tag) => tag !== undefined).filter((tag) => tag !== pivot))];
}

/** What each direction would be served by. */
export function offersFor(
  languages: readonly string[],
  models: readonly AvailableModel[],
  apertiumPairs: readonly Pair[],
): PairOffer[] {
  const offerFor = (source: string, target: string): PairOffer => {
    const model = findModel(models, source, target);
    const hasApertium = apertiumPairs.some((pair) => pair.source === source && pair.target === target);
    return { source, target, model, hasApertium };
  };
  return languages.flatMap((language) => [offerFor(pivot, language), offerFor(language, pivot)]);
}

/** `zh` also finds `zh-Hans`, if there is nothing else. */
function findModel(models: readonly AvailableModel[], source: string, target: string) {
  const defaults = models.filter(({ isDefault }) => isDefault);
  const exact = defaults.find(({ name }) => name === `${source}-${target}`);
  if (exact !== undefined) return exact;
  const prefixes = { source: `${source}-`, target: `-${target}` };
  return defaults.find(({ name }) =>
    source === pivot
      ? name.startsWith(prefixes.source) && baseLanguage(name.slice(prefixes.source.length)) === target
      : name.endsWith(prefixes.target) && baseLanguage(name) === source,
  );
}

export function describeOffers(offers: readonly PairOffer[]): string {
  return table(
    offers.map(({ source, target, model, hasApertium }) => {
      const name = model?.name ?? `${source}-${target}`;
      if (model === undefined) return [name, hasApertium ? 'apertium' : 'not available'];
      const { architecture, bytes, memoryBytes } = model;
      const size = bytes === undefined ? '' : `${megabytes(bytes)} MB`;
      const memory = `${Math.round(memoryBytes / 1_000_000)} MB memory`;
      return [name, 'bergamot', architecture, describeScores(model), size, memory];
    }),
  );
}

export interface MemoryChoice {
  readonly memoryMb: number;
  /** Models that every thread loads at the start. */
  readonly pinned: readonly string[];
}

/**
 * Half of the machine's memory, shared by all threads. Only a third to a half of that becomes resident.
 * Models are pinned in the order of the languages, as long as each thread has room for one more.
 */
export function chooseMemory(
  models: readonly AvailableModel[],
  { cores, machineBytes }: { readonly cores: number; readonly machineBytes: number },
): MemoryChoice {
  const needs = models.map(({ memoryBytes }) => memoryBytes);
  const perThread = Math.max(Math.min(maxThreadBytes, machineBytes / 2 / cores), ...needs);
  const pinned: string[] = [];
  let used = 0;
  for (const [i, { name, memoryBytes }] of models.entries()) {
    const others = needs.slice(i + 1);
    if (used + memoryBytes + Math.max(0, ...others) > perThread) break;
    pinned.push(name);
    used += memoryBytes;
  }
  return { memoryMb: Math.ceil((perThread * cores) / 1_000_000), pinned };
}

/** What a 32-bit WASM can use. */
const maxThreadBytes = 2_000_000_000;
