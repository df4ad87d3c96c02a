/**
 * The contract of a translation engine. An engine speaks one dialect (a pipeline, a WASM model, an HTTP
 * service) and knows what it can translate; which engine a call uses is decided in `translate/`.
 */
export interface EnginePair {
  /** Canonical BCP-47 tags. */
  readonly source: string;
  readonly target: string;
  readonly features: PairFeatures;
}

/** What the engine does for a pair by itself. */
export interface PairFeatures {
  readonly formality: boolean;
  readonly glossary: boolean;
  readonly markup: boolean;
}

export interface TranslateBatch {
  readonly source: string;
  readonly target: string;
  readonly texts: readonly string[];
}

/** How an engine likes its work, for each of its pairs. */
export interface EngineCapacity {
  /** Batches under way at once: enough to keep it busy, few enough that a newcomer soon gets its turn. */
  readonly batchesAtOnce: number;
  /** The size of a batch: at most about 250 ms of work. */
  readonly textsPerBatch: number;
  readonly charactersPerBatch: number;
  /** With work under way and nothing back for this long, it hangs. */
  readonly stallMs: number;
}

export interface EngineHealth {
  readonly healthy: boolean;
  /** For the operator: what is there, or what is missing and what to do about it. */
  readonly detail: string;
}

export interface Engine {
  readonly id: string;
  /** Changes with whatever changes its translations: a program, a model, a dictionary. */
  readonly version: string;
  readonly capacity: EngineCapacity;
  pairs(): readonly EnginePair[];
  /**
   * Exactly one text out for each text in, in the same order; or a rejection: `EngineError` when the engine
   * can't, the signal's reason once it is aborted. Work that hasn't started by then is dropped.
   */
  translate(batch: TranslateBatch, signal: AbortSignal): Promise<string[]>;
  health(): Promise<EngineHealth>;
  close(): Promise<void>;
}

/** The engine could not do it. The message is for operators and never carries a text. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
