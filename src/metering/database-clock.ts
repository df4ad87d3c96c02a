/**
 * The database's clock as this process knows it. Deadlines are checked in the charge, by that clock, so that a
 * process that was stopped and wakes up late can't charge; here they are translated into it.
 */
import type { Logger } from '../observability/logger.ts';

const samplesPerReading = 3;
const readEveryMs = 60_000;

export interface DatabaseClock {
  /** A moment of this process's clock, as the database will see it. */
  toDatabaseTime(localMs: number): Date;
  close(): void;
}

export async function followDatabaseClock(
  readMs: () => Promise<number>,
  logger: Logger,
): Promise<DatabaseClock> {
  let offsetMs = await measureOffset(readMs);
  const timer = setInterval(async () => {
    try {
      offsetMs = await measureOffset(readMs);
    } catch (err) {
      logger.warn("the database's clock could not be read", { err });
    }
  }, readEveryMs);
  timer.unref();
  return {
    toDatabaseTime: (localMs) => new Date(localMs + offsetMs),
    close: () => clearInterval(timer),
  };
}

/** The sample with the shortest round trip is the truest one. */
async function measureOffset(readMs: () => Promise<number>): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let i = 0; i < samplesPerReading; i++) {
    const sent = Date.now();
    const databaseMs = await readMs();
    const received = Date.now();
    if (received - sent < best.roundTripMs) {
      best = { roundTripMs: received - sent, offsetMs: databaseMs - (sent + received) / 2 };
    }
  }
  return best.offsetMs;
}
