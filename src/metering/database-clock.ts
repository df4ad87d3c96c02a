/**
 * The database's clock as this process knows it. Deadlines are checked in the charge, by that clock, so that a
 * process that was stopped and wakes up late can't charge; here they are translated into it.
 */
import type { Logger } from '../observability/logger.ts';

const samplesPerReading = 3;
const readEveryMs = 60_000;

/** A reading is wrong by half of its round trip at most. One that is slower than this is soon replaced by a better one. */
const slowRoundTripMs = 50;
const readAgainMs = 2_000;

interface Reading {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

export interface DatabaseClock {
  /** A moment of this process's clock, as the database will see it. */
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
    // A reading that was under way when it was closed is the last one.
    if (isClosed) return;
    const isSlow = reading.roundTripMs > slowRoundTripMs;
    timer = setTimeout(readAnew, isSlow ? readAgainMs : readEveryMs);
    timer.unref();
  };
  const readAnew = async () => {
    try {
      reading = truer(reading, await readOffset(readMs));
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

/** The newer one, unless it was slower and says nothing else within what it can be wrong by. */
function truer(last: Reading, next: Reading): Reading {
  const isSlower = next.roundTripMs > Math.max(last.roundTripMs, slowRoundTripMs);
  const agrees = Math.abs(next.offsetMs - last.offsetMs) <= next.roundTripMs / 2;
  return isSlower && agrees ? last : next;
}

/** The sample with the shortest round trip is the truest one. */
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
