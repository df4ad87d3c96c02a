/** Work on folders of models that a running server gives to a thread: lists of any size, downloads, hashes. */
import type { ModelFailure } from '../../../lib/model-failures.ts';
import type { AvailableModel } from './available-models.ts';

export type LibraryJob =
  | { readonly kind: 'list'; readonly registry: string; readonly maxMemoryBytes: number }
  | PullJob
  | { readonly kind: 'remove'; readonly folder: string; readonly name: string };

export interface PullJob {
  readonly kind: 'pull';
  readonly registry: string;
  readonly folder: string;
  readonly name: string;
  readonly architecture?: string | undefined;
  readonly maxMemoryBytes: number;
  /** A model that needs more is refused: the server would not start with it. */
  readonly memoryLimitBytes?: number | undefined;
}

export interface JobProgress {
  readonly file: string;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
}

export type LibraryMessage =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'done'; readonly result: LibraryResult }
  | { readonly type: 'failed'; readonly reason: ModelFailure; readonly message: string };

export interface LibraryResult {
  /** For `list`. */
  readonly models?: readonly AvailableModel[];
  /** For `pull`: whether the model was already installed. */
  readonly wasInstalled?: boolean;
}
