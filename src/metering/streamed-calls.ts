/**
 * Charges calls whose texts are sent while they are translated. A call is charged for what was recorded as
 * sent, whatever happens to the process: housekeeping settles the streams that a dead process left behind.
 */
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import type { HoldVerdict } from '../store/postgres/holds.ts';
import {
  beginStream,
  expiredStreams,
  type NewStream,
  recordSent,
  type SentLines,
  type StreamId,
  type StreamVerdict,
  settleStream,
} from '../store/postgres/streamed-calls.ts';
import type { UsageLine } from './metering.ts';

/** From the deadline of a call until others may settle it: longer than its own settlement takes. */
const settleTimeMs = 30_000;

/** The hold covers what was sent, and is settled before a key or a quota changes, so any other verdict is a bug. */
const settledVerdicts: ReadonlySet<StreamVerdict> = new Set(['charged', 'released', 'gone']);

export interface StreamedCall extends Omit<NewStream, 'lifetimeMs'> {
  readonly deadlineMs: number;
}

export interface StreamCharges {
  /** Holds the whole call. Nothing may be sent before. */
  begin(call: StreamedCall): Promise<HoldVerdict>;
  /**
   * Call it before each part is sent, with all lines that include it. False: the stream was ended by a
   * revocation, a suspension or a lower limit, and nothing more may be sent.
   */
  record(call: StreamedCall, lines: readonly UsageLine[]): Promise<boolean>;
  /** Charges the lines, or nothing if there are none. If it fails, housekeeping charges what was recorded. */
  settle(call: StreamedCall, lines: readonly UsageLine[]): Promise<void>;
}

export function createStreamCharges(
  db: Database,
  metrics: Pick<Metrics, 'countCharge'>,
  logger: Logger,
): StreamCharges {
  return {
    begin: (call) => {
      const lifetimeMs = Math.max(0, call.deadlineMs - Date.now()) + settleTimeMs;
      return beginStream(db, { ...call, lifetimeMs });
    },
    record: (call, lines) => recordSent(db, call, toArrays(lines)),
    async settle(call, lines) {
      try {
        const verdict = await settleStream(db, call, toArrays(lines));
        metrics.countCharge(verdict);
        if (!settledVerdicts.has(verdict))
          logger.error('a streamed call was sent and could not be charged', {
            requestId: call.id,
            reason: verdict,
          });
      } catch (err) {
        metrics.countCharge('unknown');
        logger.warn('a streamed call could not be settled; housekeeping will do it', {
          requestId: call.id,
          err,
        });
      }
    },
  };
}

function toArrays(lines: readonly UsageLine[]): SentLines {
  return {
    sources: lines.map(({ source }) => source),
    engines: lines.map(({ engine }) => engine),
    characters: lines.map(({ characters }) => characters),
    texts: lines.map(({ texts }) => texts),
  };
}

const batchSize = 500;

/** Settles the streams of dead processes. Safe to run at any time and from every node at once. */
export function createStreamHousekeeping(db: Database, metrics: Pick<Metrics, 'countCharge'>) {
  async function settleAll(streams: readonly StreamId[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const stream of streams) {
      try {
        metrics.countCharge(await settleStream(db, stream));
      } catch (error) {
        failures.push(error);
      }
    }
    return failures;
  }
  return {
    async run(signal: AbortSignal): Promise<'done'> {
      for (let found = batchSize; found === batchSize && !signal.aborted; ) {
        const expired = await expiredStreams(db, batchSize);
        const failures = await settleAll(expired);
        // One stream whose team is locked must not keep those of other teams waiting, nor be tried for ever.
        if (failures.length > 0) throw new AggregateError(failures, 'streamed calls could not be settled');
        found = expired.length;
      }
      return 'done';
    },
  };
}
