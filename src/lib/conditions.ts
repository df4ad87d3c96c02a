/** Preconditions of a change, so that two concurrent edits do not overwrite each other. */

/** One of these versions, any existing version, or no version yet. Undefined means no condition. */
export type Condition = readonly number[] | 'exists' | 'absent' | undefined;

/** `version` is undefined when the object does not exist. */
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
