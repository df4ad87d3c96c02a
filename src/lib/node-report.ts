/** What a node says of itself, as it is kept and shown: figures and names, never a text, a key or a team. */
export interface NodeReport {
  readonly engines: readonly EngineReport[];
  /** The pairs that were asked for so far, those with the most to do first. */
  readonly lanes: readonly QueueReport[];
}

export interface EngineReport {
  readonly id: string;
  readonly version: string;
  readonly healthy: boolean;
  readonly detail: string;
  /** Since when it is well, or not; null before its first probe. */
  readonly since: string | null;
  readonly pairs: number;
  /** Of engines that load models. */
  readonly models: readonly ModelReport[];
  /** Of engines that have a budget for it. */
  readonly memory: MemoryReport | null;
}

export interface MemoryReport {
  readonly bytes: number;
  readonly budget_bytes: number;
}

export interface ModelReport {
  readonly name: string;
  readonly bytes: number;
  /** How many threads have it in memory. */
  readonly loaded_by: number;
}

export interface QueueReport {
  readonly engine: string;
  readonly pair: string;
  /** Calls are kept away from it after failures. */
  readonly is_left_alone: boolean;
  readonly waiting_characters: number;
  /** How many of the last calls the times are taken from. */
  readonly calls: number;
  /** Waiting included. */
  readonly p50_ms: number;
  readonly p95_ms: number;
}
