import type { AllAuditEntry } from '../../../api/operator-queries.ts';

/** An event, with all logs that have an entry about it. Null stands for the log of the installation. */
export interface AuditEvent extends AllAuditEntry {
  readonly teams: readonly AllAuditEntry['team'][];
}

/**
 * What one request writes into the logs of several teams, such as a sign-in of a person with three teams, is shown once. What
 * the command line writes has no request, and is shown as it is.
 */
export function mergeCopies(entries: readonly AllAuditEntry[]): AuditEvent[] {
  const groups = Map.groupBy(entries, ({ id, request_id, action, subject }) =>
    request_id === null ? id : JSON.stringify([request_id, action, subject.id]),
  );
  return [...groups.values()].flatMap((copies) => {
    const [first] = copies;
    return first === undefined ? [] : [{ ...first, teams: copies.map(({ team }) => team) }];
  });
}
