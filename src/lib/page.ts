/** A part of a list whose newest members come first; ids are UUIDv7, so their order is that of time. */
export interface Page {
  readonly limit: number;
  /** Only members that are older than this one. */
  readonly before: string | undefined;
}
