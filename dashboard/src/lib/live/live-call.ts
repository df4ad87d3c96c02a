import type { LiveSettings } from './live-settings.ts';

export interface LiveRequest {
  readonly settings: LiveSettings;
  readonly texts: readonly string[];
  readonly sourceLang: string | undefined;
  readonly context: string | undefined;
}

/** A call to make: one for each pause. */
export interface LiveCall extends LiveRequest {
  /** The same for a call and its repeats, which are not charged again. */
  readonly id: string;
  /** Aborted when none of its sentences is wanted any longer. */
  readonly signal: AbortSignal;
}
