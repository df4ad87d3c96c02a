/** What the engine and its workers say to each other. A worker does one job at a time and answers each. */
import type { Model } from './models.ts';

export interface Job {
  readonly id: number;
  /** To let go before anything else. */
  readonly evict: readonly string[];
  /** Loaded if it isn't yet. */
  readonly model: Model;
  readonly texts: readonly string[];
  readonly isHtml: boolean;
  /** The worker ends, with `outgrownExitCode`, rather than have a memory larger than this. */
  readonly maxMemoryBytes: number;
}

export const outgrownExitCode = 77;

export interface JobResult {
  readonly id: number;
  /** Undefined when the files of the model are not those that were found at the start. */
  readonly answers: readonly string[] | undefined;
  /** The size of the worker's memory. */
  readonly memoryBytes: number;
}

export interface WorkerStart {
  readonly wasm: WebAssembly.Module;
  /** The script that comes with the WASM. */
  readonly glue: string;
  /** Loaded before the first job. */
  readonly pinned: readonly Model[];
}
