/**
 * What each ratio must reach on a quiet machine. CI allows 35 % of slack: its machine is shared and noisy, and a
 * real loss is larger than that.
 */
export const ciSlack = 0.35;

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

export const bounds: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  auth: { 'auth-million-keys': { atMost: 1.5 } },
  bergamot: {
    bergamot: { atLeast: 0.9 },
    'bergamot-two-workers': { atLeast: 0.9 },
    'bergamot-event-loop-ms': { atMost: 20 },
  },
  engine: {
    'apertium-batch': { atLeast: 0.8 },
    'apertium-vs-apy': { atLeast: 5 },
    'apertium-single': { atLeast: 0.7 },
    // 6 is wanted; the bare pipelines themselves are 5 times as fast as apertium-apy on the machine at hand.
    'apertium-single-vs-apy': { atLeast: 4 },
    'cache-texts-per-second': { atLeast: 5_000 },
  },
};
