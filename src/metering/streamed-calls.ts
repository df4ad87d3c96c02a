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
  settleStream,
} from '../store/postgres/streamed-calls.ts';
import type { UsageLine } from './metering.ts';

/** From the deadline of a call until others may settle it: longer than its own settlement takes. */
const settleTimeMs = 30_000;

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
        metrics.countCharge(await settleStream(db, call, toArrays(lines)));
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
  return {
    async run(signal: AbortSignal): Promise<'done'> {
      for (let found = batchSize; found === batchSize && !signal.aborted; ) {
        const expired = await expiredStreams(db, batchSize);
        for (const stream of expired) metrics.countCharge(await settleStream(db, stream));
        found = expired.length;
      }
      return 'done';
    },
  };
}
