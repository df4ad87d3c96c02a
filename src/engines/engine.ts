import type { MemoryReport, ModelReport } from '../lib/node-report.ts';

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
  /** Words around a text help it; most engines have no use for them. */
  readonly context?: boolean;
}

/** What a caller wants besides the language. An engine only gets what the pair's features say it heeds. */
export interface TranslateOptions {
  readonly formality?: Formality | undefined;
  /** What the texts stand in, in their own language: never translated itself. */
  readonly context?: string | undefined;
  /** The texts are well-formed HTML, with no other entities than &amp; &lt; &gt; and &quot;, and so are the answers. */
  readonly markup?: 'html' | undefined;
  readonly glossary?: readonly GlossaryEntry[] | undefined;
}

export type Formality = 'more' | 'less';

export interface GlossaryEntry {
  readonly source: string;
  readonly target: string;
}

export interface TranslateBatch {
  readonly source: string;
  readonly target: string;
  readonly texts: readonly string[];
  /** The same for all its texts. */
  readonly options?: TranslateOptions | undefined;
  /** The header that a server which is asked on behalf of a traced call gets. */
  readonly traceparent?: string | undefined;
}

/** How an engine likes its work, for each of its pairs. */
export interface EngineCapacity {
  /** Batches under way at once: enough to keep it as busy as it can be. */
  readonly batchesAtOnce: number;
  /** The same while several teams ask: few enough that a newcomer soon gets its turn. As many where not given. */
  readonly batchesWhenShared?: number;
  /** Batches under way at once over all pairs, where they share something; without it, pairs are apart. */
  readonly batchesInAll?: number;
  /** The size of a batch: at most about 250 ms of work. */
  readonly textsPerBatch: number;
  readonly charactersPerBatch: number;
  /** With work under way and nothing back for this long, it hangs. */
  readonly stallMs: number;
}

/**
 * What stands for something that must not be translated, in a text for an engine that has no way of its own:
 * - `words` are words of no language, such as XQ1X;
 * - `symbols` are single characters of a private plane, for engines that carry what they don't know around themselves.
 */
export type TokenForm = 'words' | 'symbols';

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
  /** The tokens that it carries best; `words` if it doesn't say. */
  readonly tokens?: TokenForm;
  pairs(): readonly EnginePair[];
  /** Of an engine that loads models as they are needed. */
  models?(): readonly ModelReport[];
  /** Of an engine that keeps within a budget. */
  memory?(): MemoryReport;
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
