/**
 * Hill climbing: changes the dearest inputs known so far and keeps what is dearer still. The search looks at small
 * sizes by the clock, which is quick and coarse; what it finds is measured properly afterwards (climb.ts).
 */
import { runOnceMs } from './measure.ts';
import { cross, mutate, randomInput } from './mutate.ts';
import { expand, type PumpedInput, sizeOf } from './pumped-input.ts';
import { type Random, seededRandom } from './random.ts';
import type { Target } from './target.ts';

interface Candidate {
  readonly input: PumpedInput;
  /**
   * Microseconds for each character that the larger size has more than the smaller one. What an input costs at every
   * size, such as the packing of an archive, is not in it.
   */
  readonly score: number;
}

export interface Found {
  readonly tried: number;
  /** The dearest first. */
  readonly inputs: readonly PumpedInput[];
}

const populationSize = 16;
const smallSize = 400;
/** Archives have parts of their own, beside which a few thousand characters are nothing. */
const largeSizeOf = ({ bounds }: Target) => (bounds.sliceMs > 1_000 ? 20_000 : 3_000);
/** What is this much cheaper than the cheapest that is kept, already when it is small, is not tried any larger. */
const hopelessPart = 0.2;
/** A small input that takes this long is not made larger: it has shown what it is. */
const alarmingMs = 30;

export async function search(
  target: Target,
  seeds: readonly PumpedInput[],
  { seed, ms, trying }: { seed: number; ms: number; trying: (input: PumpedInput, size: number) => void },
): Promise<Found> {
  const random = seededRandom(seed);
  const endsAt = performance.now() + ms;
  let population: Candidate[] = [];
  let tried = 0;
  const consider = async (input: PumpedInput) => {
    tried++;
    const least = population.length === populationSize ? (population.at(-1)?.score ?? 0) : 0;
    const score = await scoreOf(target, input, least * hopelessPart, trying);
    if (score <= least) return;
    const text = JSON.stringify(input);
    if (population.some((each) => JSON.stringify(each.input) === text)) return;
    population = [...population, { input, score }]
      .toSorted((a, b) => b.score - a.score)
      .slice(0, populationSize);
  };
  for (const input of seeds) if (performance.now() < endsAt) await consider(input);
  while (performance.now() < endsAt) await consider(nextInput(population, random, target));
  return { tried, inputs: population.map(({ input }) => input) };
}

function nextInput(population: readonly Candidate[], random: Random, target: Target): PumpedInput {
  if (population.length < 4 || random.chance(0.1)) return randomInput(random, target);
  // The dearer one of two: the best are changed more often, and the others now and then.
  const choose = () => population[Math.min(random.below(population.length), random.below(population.length))];
  const [a, b] = [choose()?.input, choose()?.input];
  if (a === undefined || b === undefined) return randomInput(random, target);
  return mutate(random.chance(0.15) ? cross(a, b, random) : a, random, target);
}

/** `hopeless` is a score below which a small input is not made larger. */
async function scoreOf(
  target: Target,
  input: PumpedInput,
  hopeless: number,
  trying: (input: PumpedInput, size: number) => void,
): Promise<number> {
  const costAt = async (size: number) => {
    trying(input, size);
    const fields = expand(input, size);
    const work = await target.prepare(fields, input.options);
    return { size: sizeOf(fields), ms: Math.min(await runOnceMs(work), await runOnceMs(work)) };
  };
  const largeSize = largeSizeOf(target);
  const small = await costAt(smallSize);
  const scoreOfSmall = (small.ms * 1_000) / smallSize;
  if (small.ms > alarmingMs) return scoreOfSmall * (largeSize / smallSize) ** 2;
  if (scoreOfSmall < hopeless) return scoreOfSmall;
  const large = await costAt(largeSize);
  return Math.max(0, ((large.ms - small.ms) * 1_000) / Math.max(largeSize, large.size - small.size));
}
