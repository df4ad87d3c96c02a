import type { Availability } from '../../../api/operator-queries.ts';
import { sum } from '../../../lib/sum.ts';

type Process = NonNullable<Availability['processes']>[number];

interface Backlog {
  readonly charges: number;
  /** Null if no live process logs calls. */
  readonly requestLog: { readonly waiting: number; readonly lost: number } | null;
}

/** What waits in the memory of all live processes. */
export function backlogOf(processes: readonly Process[]): Backlog {
  const backlogs = processes.flatMap(({ is_live, backlog }) =>
    is_live && backlog !== null ? [backlog] : [],
  );
  const logs = backlogs.flatMap(({ request_log }) => request_log ?? []);
  return {
    charges: sum(backlogs.map(({ charges }) => charges)),
    requestLog:
      logs.length === 0
        ? null
        : {
            waiting: sum(logs.map(({ waiting_rows }) => waiting_rows)),
            lost: sum(logs.map(({ lost_calls }) => lost_calls)),
          },
  };
}
