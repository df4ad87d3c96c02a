/** The languages that an installation translates from and to English, and the models that this needs. */
import { InvalidArgumentError } from 'commander';
import { baseLanguage, canonicalLanguageTag, type LanguagePair } from '../../lib/language-tag.ts';
import { type DescribedModel, describeScores, megabytes } from '../describe-model.ts';
import { table } from '../print.ts';

/** A model of a registry, or one that is installed. */
export type ModelOffer = Pick<DescribedModel, 'name' | 'architecture' | 'bytes' | 'memoryBytes' | 'scores'>;

export interface PairOffer extends LanguagePair {
  /** The best model of the pair, if there is one. */
  readonly model: ModelOffer | undefined;
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

/** What each direction would be served by. There is at most one model for each pair. */
export function offersFor(
  languages: readonly string[],
  models: readonly ModelOffer[],
  apertiumPairs: readonly LanguagePair[],
): PairOffer[] {
  const offerFor = (source: string, target: string): PairOffer => {
    const model = findModel(models, source, target);
    const hasApertium = apertiumPairs.some((pair) => pair.source === source && pair.target === target);
    return { source, target, model, hasApertium };
  };
  return languages.flatMap((language) => [offerFor(pivot, language), offerFor(language, pivot)]);
}

/** `zh` also finds `zh-Hans`, if there is nothing else. */
function findModel(models: readonly ModelOffer[], source: string, target: string) {
  const exact = models.find(({ name }) => name === `${source}-${target}`);
  if (exact !== undefined) return exact;
  const prefixes = { source: `${source}-`, target: `-${target}` };
  return models.find(({ name }) =>
    source === pivot
      ? name.startsWith(prefixes.source) && baseLanguage(name.slice(prefixes.source.length)) === target
      : name.endsWith(prefixes.target) && baseLanguage(name) === source,
  );
}

/** The requested pairs that no engine translates; `zh` is also served by `zh-Hans`. */
export function pairsNotServed(languages: readonly string[], served: readonly LanguagePair[]): string[] {
  const isSame = (tag: string, wanted: string) => tag === wanted || baseLanguage(tag) === wanted;
  return languages
    .flatMap((language) => [[pivot, language] as const, [language, pivot] as const])
    .filter(
      ([source, target]) =>
        !served.some((pair) => isSame(pair.source, source) && isSame(pair.target, target)),
    )
    .map((pair) => pair.join('-'));
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
 * At most half of the machine's memory, shared by all threads, but enough for the largest model. Only a third
 * to a half of that becomes resident. The engine starts fewer threads than cores if they do not all fit.
 * Models are pinned in the order of the languages, as long as each thread has room for one more.
 */
export function chooseMemory(
  models: readonly ModelOffer[],
  { cores, machineBytes }: { readonly cores: number; readonly machineBytes: number },
  /** All models of the folder: the engine needs room for any of them. */
  installed: readonly ModelOffer[] = models,
): MemoryChoice {
  // In whole megabytes, as the engine counts them.
  const needOf = ({ memoryBytes }: ModelOffer) => Math.ceil(memoryBytes / 1_000_000);
  const largestOf = (some: readonly ModelOffer[]) => Math.max(0, ...some.map(needOf));
  const largest = Math.max(1, largestOf(installed));
  const half = Math.floor(machineBytes / 2 / 1_000_000);
  const memoryMb = Math.max(largest, Math.min(half, cores * maxThreadMb));
  const threads = Math.min(cores, Math.floor(memoryMb / largest));
  const pinned: string[] = [];
  let used = 0;
  for (const model of models) {
    const others = installed.filter(({ name }) => name !== model.name && !pinned.includes(name));
    if (used + needOf(model) + largestOf(others) > memoryMb / threads) break;
    pinned.push(model.name);
    used += needOf(model);
  }
  return { memoryMb, pinned };
}

/** What a 32-bit WASM can use. */
const maxThreadMb = 2_000;
