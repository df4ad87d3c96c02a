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
  /** Of the teams whose texts these are. */
  readonly claim?: Claim | undefined;
}

/** Whose turn a batch is, for an engine with a queue of its own, and what its teams are charged. */
export interface Claim {
  /** The lowest goes first: its teams have had the least of the engine's time. Changes while the batch waits. */
  readonly order: number;
  /** What to expect of it, by what its team sent before. Changes while the batch waits. */
  readonly pace: Pace;
  /** Whether several teams asked lately. */
  readonly isShared: boolean;
  /** What a text of this length takes for most teams. */
  usualMs(characters: number): number;
  /** Work on the batch took this long, whatever came of it. */
  charge(workedMs: number, details?: ChargeDetails): void;
}

/** Nobody should have to wait behind anything but short work. */
export type Pace = 'short' | 'long' | 'unknown';

export interface ChargeDetails {
  /** The part of the batch that it was; all of it where not given. */
  readonly characters?: number;
  readonly wasCutOff?: boolean;
  /** Whether the next text of the kind would take as long; not so when a model was loaded first. */
  readonly isTypical?: boolean;
}

/** How an engine likes its work, for each of its pairs. */
export interface EngineCapacity {
  /** Batches under way at once: enough to keep it as busy as it can be. */
  readonly batchesAtOnce: number;
  /** The same while several teams ask: few enough that a newcomer soon gets its turn. As many where not given. */
  readonly batchesWhenShared?: number;
  /** Batches under way at once over all pairs, where they share something; without it, pairs are apart. */
  readonly batchesInAll?: number;
  /** Pipelines or threads: so many batches it works on at the same time, and the others wait inside. */
  readonly workers?: number;
  /** Whether these serve all pairs together; without it, each pair has its own. */
  readonly workersServeAllPairs?: boolean;
  /** It charges what it measures to the batch's claim. Without it, the time until the answer is charged. */
  readonly chargesWork?: boolean;
  /** A longer text is cut before it waits, so that it holds nobody up for longer than this many characters. */
  readonly charactersPerText?: number;
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
