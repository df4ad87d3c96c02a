import { OperatorError } from './errors.ts';

/** Why a model could not be installed or removed. The dashboard words each of them. */
export const modelFailures = [
  /** The list of the registry cannot be read. */
  'registry',
  /** A download ended early, or the server refused it. The rest can be requested again. */
  'interrupted',
  /** A file does not have the hash or the size that the registry names. */
  'damaged',
  /** The registry has no hash for a file. */
  'no_hash',
  'too_large',
  'not_offered',
  'not_installed',
  'no_space',
  'not_writable',
  /** Another process changes the folder. */
  'busy',
  /** The engine may not use as much memory as the model needs. */
  'memory',
  /** The configuration file pins the model. */
  'pinned',
  'other',
] as const;

export type ModelFailure = (typeof modelFailures)[number];

export class ModelError extends OperatorError {
  readonly reason: ModelFailure;

  constructor(reason: ModelFailure, message: string, remedy: string, options?: ErrorOptions) {
    super(message, remedy, options);
    this.reason = reason;
  }
}
