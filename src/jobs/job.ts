/** Background work of a process that runs until it is closed. */
export interface Job {
  close(): Promise<void>;
}
