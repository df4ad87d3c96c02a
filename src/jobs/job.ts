/** Work that goes on in the background of a process until it is closed. */
export interface Job {
  close(): Promise<void>;
}
