/**
 * What each figure must reach on a quiet machine. What it did reach is in recorded.json; support/judgement.ts says
 * what CI makes of both. A bench is named as its file, and has a short form (`DRAGOMAN_BENCH_SHORT=1`) unless it is in
 * `longOnly`.
 */
export type Bound = ({ readonly atLeast: number } | { readonly atMost: number }) & {
  /** Milliseconds or calls per second and no ratio: what was recorded on one machine says little about another. */
  readonly isAbsolute?: true;
  /** Of an absolute figure, what a shared machine is held to instead. */
  readonly onSharedMachine?: number;
};

export const bounds: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  auth: { 'auth-million-keys': { atMost: 1.5 } },
  bergamot: {
    bergamot: { atLeast: 0.9 },
    'bergamot-two-workers': { atLeast: 0.9 },
    'bergamot-kernel': { atLeast: 1.5 },
    'bergamot-batched': { atLeast: 2.4 },
    'bergamot-kernel-synthetic': { atLeast: 1.5 },
    // Its answers never end by themselves, so that only texts of equal length share a call.
    'bergamot-batched-synthetic': { atLeast: 1.5 },
    'bergamot-sentence-ms': { atMost: 60, isAbsolute: true, onSharedMachine: 180 },
    'bergamot-event-loop-ms': { atMost: 20, isAbsolute: true },
  },
  engine: {
    'apertium-batch': { atLeast: 0.8 },
    'apertium-vs-apy': { atLeast: 5 },
    'apertium-single': { atLeast: 0.7 },
    // 6 is wanted; the bare pipelines themselves are 5 times as fast as apertium-apy on the machine at hand.
    'apertium-single-vs-apy': { atLeast: 4 },
    'cache-texts-per-second': { atLeast: 5_000, isAbsolute: true },
  },
  gateway: {
    'throughput-one-team': { atLeast: 0.25 },
    'throughput-many-teams': { atLeast: 0.2 },
    'added-latency-ms': { atMost: 1.5, isAbsolute: true, onSharedMachine: 4.5 },
  },
  'ledger-size': {
    'throughput-full-ledger': { atLeast: 0.9 },
    'account-p99-ms': { atMost: 10, isAbsolute: true },
    'v2-usage-p99-ms': { atMost: 10, isAbsolute: true },
    'usage-p95-ms': { atMost: 50, isAbsolute: true },
  },
  // What the log's own work is of a call without it.
  'request-log': { 'request-log-share': { atMost: 0.03 } },
  // What a call costs all parts together, as a multiple of what it costs the smallest installation.
  scale: {
    'scale-cost-two-processes': { atMost: 1.2 },
    'scale-cost-four-processes': { atMost: 1.2 },
    'scale-cost-million-keys': { atMost: 1.2 },
    // Nearly every key and balance has to be read from Postgres: two queries more in a call.
    'scale-cost-million-keys-calling': { atMost: 2.5 },
    'scale-cost-full-ledger': { atMost: 1.2 },
    // A call there is a call twice.
    'scale-cost-engine-node': { atMost: 3 },
  },
};

/** They seed millions of rows for minutes, and fewer would show nothing. */
export const longOnly: ReadonlySet<string> = new Set(['ledger-size', 'scale']);
