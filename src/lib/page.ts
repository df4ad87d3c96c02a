/** A page of a list that is sorted newest first. IDs are UUIDv7, so they sort by time. */
export interface Page {
  readonly limit: number;
  /** Only items older than this one. */
  readonly before: string | undefined;
}
