import type { Logger } from '../observability/logger.ts';

/** The first SIGTERM or SIGINT lets the process finish what it has in hand, and ends it. */
export function drainOnSignal(app: { drain(): Promise<void> }, logger: Logger): void {
  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    logger.info('draining', { signal });
    try {
      await app.drain();
      process.exit(0);
    } catch (err) {
      logger.error('draining failed', { err });
      process.exit(1);
    }
  };
  process.on('SIGTERM', (signal) => void drain(signal));
  process.on('SIGINT', (signal) => void drain(signal));
}
