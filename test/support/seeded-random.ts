/** Chance that can be repeated: the seed is printed, and DRAGOMAN_CHAOS_SEED sets it. */
export interface SeededRandom {
  readonly seed: number;
  /** From 0 to 1. */
  next(): number;
  between(min: number, max: number): number;
  integer(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

export function seededRandom(purpose: string, fallbackSeed = 20_260_101): SeededRandom {
  const seed = Number(process.env.DRAGOMAN_CHAOS_SEED ?? fallbackSeed);
  process.stdout.write(`chaos seed of ${purpose}: ${seed}\n`);
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    seed,
    next,
    integer,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
  };
}
