/** A node's report about itself, as stored and shown: figures and names, never a text, a key or a team. */
export interface NodeReport {
  readonly engines: readonly EngineReport[];
  /** Only pairs that have been requested since the process started, busiest first. */
  readonly lanes: readonly QueueReport[];
  /** Nodes of earlier versions omit this and the following. */
  readonly backlog?: BacklogReport;
  readonly housekeeping?: readonly TaskReport[];
}

/** What waits in the memory of a node to be written. */
export interface BacklogReport {
  /** Translated calls that wait for the next batch of charges. */
  readonly charges: number;
  /** Null if calls are not logged. */
  readonly request_log: RequestLogBacklog | null;
}

export interface RequestLogBacklog {
  readonly waiting_rows: number;
  /** Calls since the start of the process that are missing in the request log. */
  readonly lost_calls: number;
}

/** The last run of a housekeeping task on a node. */
export interface TaskReport {
  readonly task: string;
  /** `due`: it has not run since the process started. */
  readonly state: TaskState;
  /** When it last succeeded; null before its first run. */
  readonly done_at: string | null;
}

export type TaskState = 'due' | 'done' | 'postponed' | 'failed';

export interface EngineReport {
  readonly id: string;
  readonly version: string;
  readonly healthy: boolean;
  readonly detail: string;
  /** When its health last changed; null before its first health check. */
  readonly since: string | null;
  readonly pairs: number;
  /** Only for engines that load models. */
  readonly models: readonly ModelReport[];
  /** Only for engines that have a memory budget. */
  readonly memory: MemoryReport | null;
  /** Identifies the folder of its models, if they can be changed while it runs. */
  readonly model_folder?: string;
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
  /** Null if the model was not installed by Dragoman. Nodes of earlier versions omit this and the following. */
  readonly architecture?: string | null;
  /** What a thread needs to hold it. */
  readonly memory_bytes?: number;
  readonly licence?: string | null;
  readonly comet?: number | null;
  readonly is_pinned?: boolean;
}

export interface QueueReport {
  readonly engine: string;
  readonly pair: string;
  /** The circuit breaker is open: after failures, no calls are sent to it. */
  readonly is_left_alone: boolean;
  readonly waiting_characters: number;
  /** Number of recent calls that the times are computed from. */
  readonly calls: number;
  /** Includes time in the queue. */
  readonly p50_ms: number;
  readonly p95_ms: number;
}
