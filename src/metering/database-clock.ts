/**
 * The database's clock as this process knows it. The charge checks deadlines by that clock, so that a process
 * that was suspended and resumes late cannot charge; this module converts deadlines to it.
 */
import type { Logger } from '../observability/logger.ts';

const samplesPerReading = 3;
const readEveryMs = 60_000;

/** A reading is off by at most half of its round trip. A reading slower than this is soon repeated. */
const slowRoundTripMs = 50;
const readAgainMs = 2_000;

interface Reading {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

export interface DatabaseClock {
  /** Converts a time of this process's clock to the database's clock. */
  toDatabaseTime(localMs: number): Date;
  close(): void;
}

export async function followDatabaseClock(
  readMs: () => Promise<number>,
  logger: Logger,
): Promise<DatabaseClock> {
  let reading = await readOffset(readMs);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const readLater = () => {
    // A read that is in progress when the clock is closed is the last one.
    if (isClosed) return;
    const isSlow = reading.roundTripMs > slowRoundTripMs;
    timer = setTimeout(readAgain, isSlow ? readAgainMs : readEveryMs);
    timer.unref();
  };
  const readAgain = async () => {
    try {
      reading = moreAccurate(reading, await readOffset(readMs));
    } catch (err) {
      logger.warn("the database's clock could not be read", { err });
    }
    readLater();
  };
  readLater();
  return {
    toDatabaseTime: (localMs) => new Date(localMs + reading.offsetMs),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns the newer reading, unless it was slower and agrees with the last within its margin of error. */
function moreAccurate(last: Reading, next: Reading): Reading {
  const isSlower = next.roundTripMs > Math.max(last.roundTripMs, slowRoundTripMs);
  const agrees = Math.abs(next.offsetMs - last.offsetMs) <= next.roundTripMs / 2;
  return isSlower && agrees ? last : next;
}

/** The sample with the shortest round trip is the most accurate. */
async function readOffset(readMs: () => Promise<number>): Promise<Reading> {
  let best: Reading = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let i = 0; i < samplesPerReading; i++) {
    const sent = Date.now();
    const databaseMs = await readMs();
    const received = Date.now();
    const roundTripMs = received - sent;
    if (roundTripMs < best.roundTripMs) {
      best = { roundTripMs, offsetMs: databaseMs - (sent + received) / 2 };
    }
  }
  return best;
}
