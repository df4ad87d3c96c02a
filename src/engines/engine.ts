import type { LanguagePair } from '../lib/language-tag.ts';
import type { MemoryReport, ModelReport } from '../lib/node-report.ts';

/**
 * The contract of a translation engine. An engine wraps one kind of backend (a pipeline, a WASM model, an
 * HTTP service) and knows which pairs it supports; `translate/` decides which engine a call uses.
 */
export interface EnginePair extends LanguagePair {
  readonly features: PairFeatures;
}

/** The features that the engine itself supports for a pair. */
export interface PairFeatures {
  readonly formality: boolean;
  readonly glossary: boolean;
  readonly markup: boolean;
  /** Whether the surrounding text improves a translation; most engines ignore it. */
  readonly context?: boolean;
  /** Whether the engine can write other wordings of a translation. */
  readonly alternatives?: boolean;
  /** Whether translations can follow instructions in plain words. */
  readonly instructions?: boolean;
  /** The most instructions, and the most characters of each, if the engine takes only so many. */
  readonly instructionLimit?: { readonly count: number; readonly characters: number };
}

/**
 * The requested options besides the languages. An engine only gets the options that the pair's features
 * support.
 */
export interface TranslateOptions {
  readonly formality?: Formality | undefined;
  /** The surrounding text, in the source language. It is never translated itself. */
  readonly context?: string | undefined;
  /** Texts and answers are well-formed HTML, with no entities other than &amp; &lt; &gt; and &quot;. */
  readonly markup?: 'html' | undefined;
  readonly glossary?: readonly GlossaryEntry[] | undefined;
  /** Asks for another wording than the first translation: 1 for the first alternative, and so on. */
  readonly alternative?: number | undefined;
  /** The texts are written anew in their own language. Only for pairs of `rephrasePairs`. */
  readonly rephrase?: RephraseOptions | undefined;
  /** What the team asks of the wording, each in one line. Not part of the texts. */
  readonly instructions?: readonly string[] | undefined;
}

export interface RephraseOptions {
  /** `correct` corrects mistakes only. */
  readonly task: 'rephrase' | 'correct';
  readonly style?: WritingStyle | undefined;
  readonly tone?: WritingTone | undefined;
}

export const writingStyles = ['academic', 'business', 'casual', 'simple'] as const;
export type WritingStyle = (typeof writingStyles)[number];

export const writingTones = ['confident', 'diplomatic', 'enthusiastic', 'friendly'] as const;
export type WritingTone = (typeof writingTones)[number];

export type Formality = 'more' | 'less';

export interface GlossaryEntry {
  readonly source: string;
  readonly target: string;
}

export interface TranslateBatch extends LanguagePair {
  readonly texts: readonly string[];
  /** The same for all texts of the batch. */
  readonly options?: TranslateOptions | undefined;
  /** When the first of the calls in the batch ends, as `Date.now()` counts. */
  readonly deadlineMs?: number | undefined;
  /** The `traceparent` header to send when the batch belongs to a traced call. */
  readonly traceparent?: string | undefined;
  /**
   * For an engine that can tell: it still works on the batch, or waits for a processor of a busy machine, so
   * it does not hang.
   */
  readonly onBusy?: (() => void) | undefined;
  /** The claim of the teams that own the texts. */
  readonly claim?: Claim | undefined;
}

/** Decides the turn of a batch in an engine with its own queue, and charges the teams in the batch. */
export interface Claim {
  /**
   * The batch with the lowest value goes first: its teams have used the least engine time. Changes while the
   * batch waits.
   */
  readonly order: number;
  /** The expected duration class, based on earlier texts of the team. Changes while the batch waits. */
  readonly pace: Pace;
  /** Whether several teams have requested work recently. */
  readonly isShared: boolean;
  /** The time that a text of this length takes for most teams. */
  usualMs(characters: number): number;
  /** Charges the time that the batch took, whether or not it succeeded. */
  charge(workedMs: number, details?: ChargeDetails): void;
}

/** Texts should wait only behind short work. */
export type Pace = 'short' | 'long' | 'unknown';

export interface ChargeDetails {
  /** The characters of the batch that this work covers. Defaults to all of them. */
  readonly characters?: number;
  readonly wasCutOff?: boolean;
  /** Whether a similar text would take as long again; false when a model had to be loaded first. */
  readonly isTypical?: boolean;
}

/** The limits for sending work to an engine, per pair unless stated otherwise. */
export interface EngineCapacity {
  /** Concurrent batches: enough to keep the engine fully busy. */
  readonly batchesAtOnce: number;
  /**
   * The same while several teams are active: few enough that a new call soon gets its turn. Defaults to
   * `batchesAtOnce`.
   */
  readonly batchesWhenShared?: number;
  /**
   * Concurrent batches over all pairs, if the pairs share a resource. If undefined, pairs are independent.
   */
  readonly batchesInAll?: number;
  /**
   * The number of pipelines or threads. The engine works on this many batches at once; further batches wait
   * inside it.
   */
  readonly workers?: number;
  /** Whether the workers are shared by all pairs. If not set, each pair has its own. */
  readonly workersServeAllPairs?: boolean;
  /**
   * The engine charges its measured time to the batch's claim. If not set, the time until the answer is
   * charged.
   */
  readonly chargesWork?: boolean;
  /**
   * Longer texts are split before they are queued, so that one text never blocks others for longer than this
   * many characters.
   */
  readonly charactersPerText?: number;
  /** The maximum size of a batch: about 250 ms of work. */
  readonly textsPerBatch: number;
  readonly charactersPerBatch: number;
  /** An engine with work in progress that returns nothing for this long, and is not busy, hangs. */
  readonly stallMs: number;
}

/**
 * The token that replaces untranslatable content in a text, for an engine without its own mechanism:
 * - `words` are words that exist in no language, such as XQ1X;
 * - `symbols` are single private-use characters, for engines that pass unknown characters through unchanged.
 */
export type TokenForm = 'words' | 'symbols';

export interface EngineHealth {
  readonly healthy: boolean;
  /** For the operator: what is available, or what is missing and how to fix it. */
  readonly detail: string;
}

/** The models of a running engine. */
export interface ModelStore {
  readonly folder: string;
  /** Identifies the folder among all nodes. */
  readonly folderId: string;
  /** The same before the folder is changed: it is created if necessary. */
  identifyFolder(): Promise<string>;
  isPinned(name: string): boolean;
  /** The memory that a further model may need; undefined if there is no limit. */
  readonly memoryLimitBytes: number | undefined;
  /** Uses what the folder now contains. Work in progress continues with its model. */
  reload(): Promise<void>;
  /** No new call uses the model. Calls that have a route with it still do, as long as its files exist. */
  retire(name: string): void;
  /** The model is gone, or is to be used after all: the folder decides. */
  endRetirement(name: string): Promise<void>;
}

export interface Engine {
  readonly id: string;
  /** Changes with anything that changes translations: a program, a model, a dictionary. */
  readonly version: string;
  readonly capacity: EngineCapacity;
  /**
   * For engines that compute on this machine's processor: whether they use the arithmetic written for it, or the
   * slower one that runs everywhere.
   */
  readonly kernel?: 'own' | 'builtin';
  /** Whether it translates with rules and dictionaries, not with a neural model. */
  readonly isRuleBased?: boolean;
  /** Grows whenever `pairs()` has changed. If not set, the pairs never change. */
  readonly revision?: number;
  /** The token form that the engine preserves best. Defaults to `words`. */
  readonly tokens?: TokenForm;
  /** How many segments before a text, and after it, the engine gets as context. Defaults to none. */
  readonly contextSegments?: number;
  pairs(): readonly EnginePair[];
  /** The languages that the engine can rephrase, each as the pair of the language with itself. */
  rephrasePairs?(): readonly EnginePair[];
  /** For engines that load models on demand. */
  models?(): readonly ModelReport[];
  /** For engines whose models can be added and removed while they run. */
  readonly modelStore?: ModelStore;
  /** For engines with a memory budget. */
  memory?(): MemoryReport;
  /**
   * Returns exactly one text for each input text, in the same order. Rejects with `EngineError` when the
   * engine fails, and with the signal's reason once it is aborted. Work that has not started by then is
   * dropped.
   */
  translate(batch: TranslateBatch, signal: AbortSignal): Promise<string[]>;
  health(): Promise<EngineHealth>;
  close(): Promise<void>;
}

/** The engine failed. The message is for operators and never contains a text. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
