import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';

interface Ending {
  readonly limitMs: number;
  exit(code: number): void;
}

/** After the limit the process exits with 1; other workers take over its documents, as after a crash. */
const endOfProcess: Ending = { limitMs: requestLimits.exitTimeoutMs, exit: (code) => process.exit(code) };

/** The first SIGTERM or SIGINT drains the process: it finishes the work in progress, then exits. */
export function drainOnSignal(
  app: { drain(): Promise<void> },
  logger: Logger,
  { limitMs, exit }: Ending = endOfProcess,
): void {
  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    logger.info('draining', { signal });
    const timer = setTimeout(() => {
      logger.error('draining took too long: the process ends', { durationMs: limitMs });
      exit(1);
    }, limitMs);
    try {
      await app.drain();
      clearTimeout(timer);
      exit(0);
    } catch (err) {
      clearTimeout(timer);
      logger.error('draining failed', { err });
      exit(1);
    }
  };
  process.on('SIGTERM', (signal) => void drain(signal));
  process.on('SIGINT', (signal) => void drain(signal));
}
