/** A charge queue whose database is the test: every batch is noted, and ends when and how the test says. */
import { ChargeQueue, type ChargeResult } from '../../src/metering/charge-queue.ts';
import { createLogger } from '../../src/observability/logger.ts';
import type { ChargeRow, VerdictRow } from '../../src/store/postgres/ledger.ts';

/**
 * `lost`: nobody knows whether it was committed. `refused`: the database is there and does not write. `held`: somebody
 * else has the row of a team. `fault`: a call of the batch is wrong.
 */
export type Failure = 'lost' | 'refused' | 'held' | 'fault';

class DatabaseFailure extends Error {
  readonly how: Failure;

  constructor(how: Failure) {
    super(how);
    this.how = how;
  }
}

interface HeldBatch {
  readonly ids: readonly string[];
  answer(): void;
  fail(how: Failure): void;
}

/** Ten times what the longest outage of a test needs. */
const mostBatches = 3_000;

interface QueueSettings {
  /** How each batch ends, at once; where it says nothing, a batch ends when the test says so. */
  readonly decide?: (ids: readonly string[]) => Failure | 'charged' | undefined;
  /** Calls that the database says nothing about, as of an unknown team. */
  readonly withoutVerdict?: readonly string[];
  readonly flushesAtOnce?: number;
}

export function openQueue({ decide, withoutVerdict = [], flushesAtOnce = 1 }: QueueSettings = {}) {
  const batches: HeldBatch[] = [];
  const reports: { calls: number; failed: boolean }[] = [];
  const warnings: string[] = [];
  const failureOf = (error: unknown) => (error instanceof DatabaseFailure ? error.how : undefined);
  const queue = new ChargeQueue({
    write(rows) {
      // A queue that writes the same again and again would never come back to the test.
      if (batches.length >= mostBatches) throw new Error('the queue writes without end');
      const { promise, resolve, reject } = Promise.withResolvers<VerdictRow[]>();
      const batch: HeldBatch = {
        ids: rows.map(({ id }) => id),
        // In another order than they were asked for: a verdict belongs to its id, not to its place.
        answer: () =>
          resolve(
            rows
              .filter(({ id }) => !withoutVerdict.includes(id))
              .map(charged)
              .reverse(),
          ),
        fail: (how) => reject(new DatabaseFailure(how)),
      };
      batches.push(batch);
      const ending = decide?.(batch.ids);
      if (ending === 'charged') batch.answer();
      else if (ending !== undefined) batch.fail(ending);
      return promise;
    },
    isTemporary: (error) => ['lost', 'refused'].includes(failureOf(error) ?? ''),
    isRefused: (error) => failureOf(error) === 'refused',
    isTeamHeld: (error) => failureOf(error) === 'held',
    onBatch: (calls, _durationMs, failed) => reports.push({ calls, failed }),
    flushesAtOnce,
    logger: { ...createLogger('silent'), warn: (message) => warnings.push(message) },
  });
  return {
    queue,
    reports,
    warnings,
    /** The calls of each batch so far. */
    written: () => batches.map(({ ids }) => ids.join(' ')),
    batch(number: number): HeldBatch {
      const batch = batches[number];
      if (batch === undefined) throw new Error(`there is no batch ${number} yet`);
      return batch;
    },
    charge: (id: string, isOver = false) => new HeldCall(queue, id, isOver),
  };
}

/** A call whose team is the first letter of its id. */
class HeldCall {
  readonly #id: string;
  readonly #lifetime = new AbortController();
  #result: ChargeResult | undefined;

  constructor(queue: ChargeQueue, id: string, isOver: boolean) {
    this.#id = id;
    if (isOver) this.#lifetime.abort();
    void queue.charge(rowOf(id), this.#lifetime.signal).then((result) => {
      this.#result = result;
    });
  }

  /** Its deadline has come, or its client has hung up. */
  abort(): void {
    this.#lifetime.abort();
  }

  get ending(): 'waiting' | 'charged' | 'full' | 'failed' | 'over' {
    if (this.#result === undefined) return 'waiting';
    if (!this.#result.known) return this.#result.reason;
    if (this.#result.row.callId !== this.#id) throw new Error(`${this.#id} got the verdict of another call`);
    return 'charged';
  }
}

export function endingsOf(calls: readonly HeldCall[]): string {
  return calls.map(({ ending }) => ending).join(' ');
}

function rowOf(id: string): ChargeRow {
  return {
    id,
    team: id.charAt(0),
    key: 'key',
    mode: 'live',
    dialect: 'v1',
    characters: 5,
    target: 'eo',
    deadline: new Date(30_000),
    sources: ['en'],
    engines: ['stub'],
    line_characters: [5],
    line_texts: [1],
  };
}

function charged({ id, characters }: ChargeRow): VerdictRow {
  return { callId: id, verdict: 'charged', characters, available: 1 };
}
