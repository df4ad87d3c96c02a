/** What a caller expects of what it changes, so that two who edit at once don't undo each other's work. */

/** One of these versions, any version at all, or none yet. Without a condition anything goes. */
export type Condition = readonly number[] | 'exists' | 'absent' | undefined;

/** `version` is undefined for what isn't there. */
export function meets(condition: Condition, version: number | undefined): boolean {
  switch (condition) {
    case undefined:
      return true;
    case 'exists':
      return version !== undefined;
    case 'absent':
      return version === undefined;
    default:
      return version !== undefined && condition.includes(version);
  }
}
