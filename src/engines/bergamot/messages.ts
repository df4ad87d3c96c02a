/** The messages between the engine and its workers. A worker runs one job at a time and answers each. */
import type { Model } from './models.ts';

export interface Job {
  readonly id: number;
  /** The keys of the models to unload first. */
  readonly evict: readonly string[];
  /** Loaded if necessary. */
  readonly model: Model;
  readonly texts: readonly string[];
  readonly isHtml: boolean;
  /** Each text in a call of its own, which gives the same answers. */
  readonly isOneByOne: boolean;
  /** The worker exits with `outgrownExitCode` instead of growing its memory beyond this. */
  readonly maxMemoryBytes: number;
}

export const outgrownExitCode = 77;

export interface JobResult {
  readonly id: number;
  /** Undefined when the files of the model have changed since it was found. */
  readonly answers: readonly string[] | undefined;
  /** The size of the worker's WASM memory. */
  readonly memoryBytes: number;
}

export interface WorkerStart {
  readonly wasm: WebAssembly.Module;
  /** Faster multiplications with the same results; undefined for those inside the WASM. */
  readonly kernel: WebAssembly.Module | undefined;
  /** The JavaScript that is distributed with the WASM. */
  readonly glue: string;
  /** Loaded before the first job. */
  readonly pinned: readonly Model[];
}
