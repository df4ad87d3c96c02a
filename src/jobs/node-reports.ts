/** Schedules the node's reports about itself: at its start, and every few seconds. */
import type { NodeReport } from '../lib/node-report.ts';
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import type { Job } from './job.ts';

/** Recent enough for an operator who watches, rare enough to cost almost nothing. */
const everyMs = 5_000;

export interface NodeReportsOptions {
  readonly describe: () => NodeReport;
  readonly write: (report: NodeReport) => Promise<void>;
  readonly logger: Logger;
}

export function startNodeReports({ describe, write, logger }: NodeReportsOptions): Job {
  const reports = runEvery(everyMs, () =>
    write(describe()).catch((err: unknown) =>
      logger.warn('the node could not write its status report', { err }),
    ),
  );
  void reports.runNow();
  return { close: reports.stop };
}
