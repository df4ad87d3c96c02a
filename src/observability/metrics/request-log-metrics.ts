/** The request log of teams: rows written, rows waiting, and calls that were not logged. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

export type RequestLogMetrics = ReturnType<typeof createRequestLogMetrics>;

export function createRequestLogMetrics(registry: Registry) {
  const { counter, watch } = metersIn(registry);
  let readQueue = () => 0;
  const rows = counter('dragoman_request_log_rows_total', "Rows written to the teams' request logs");
  const unlogged = counter(
    'dragoman_request_log_lost_calls_total',
    'Calls that are missing in the request log, because the database did not keep up',
  );
  for (const each of [rows, unlogged]) each.inc(0);
  watch('dragoman_request_log_waiting', 'Rows of the request log that wait to be written', [], (gauge) =>
    gauge.set(readQueue()),
  );
  return {
    countLoggedRows: (count: number) => rows.inc(count),
    countUnloggedCalls: (count: number) => unlogged.inc(count),
    /** `read` is called at every scrape. */
    watchRequestLog(read: () => number) {
      readQueue = read;
    },
  };
}
