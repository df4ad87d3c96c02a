/**
 * Reads a stored report as one that this version can show. It may be of an earlier or a later version, or of a process that is
 * no node: a member that is missing or of another type gets a neutral value, and an entry without a name is left out.
 */
import type {
  BacklogReport,
  EngineReport,
  MemoryReport,
  ModelReport,
  NodeReport,
  QueueReport,
  TaskReport,
  TaskState,
} from './node-report.ts';

/** More than any node has. One broken report must not make the pages of all nodes slow. */
const maxEngines = 200;
const maxModels = 2_000;
const maxQueues = 200;
const maxTasks = 100;
const maxTextLength = 1_000;

type Members = Readonly<Record<string, unknown>>;

export function readNodeReport(stored: unknown): NodeReport {
  const report = membersOf(stored);
  const backlog = readBacklog(report.backlog);
  return {
    engines: entries(report.engines, maxEngines, readEngine),
    lanes: entries(report.lanes, maxQueues, readQueue),
    ...(backlog && { backlog }),
    housekeeping: entries(report.housekeeping, maxTasks, readTask),
  };
}

function readEngine(engine: Members): EngineReport | undefined {
  const id = nameOf(engine.id);
  if (id === undefined) return undefined;
  const folder = nameOf(engine.model_folder);
  return {
    id,
    version: textOf(engine.version),
    healthy: engine.healthy === true,
    detail: textOf(engine.detail),
    since: timeOf(engine.since),
    pairs: countOf(engine.pairs),
    models: entries(engine.models, maxModels, readModel),
    memory: readMemory(engine.memory),
    ...(folder !== undefined && { model_folder: folder }),
  };
}

function readMemory(stored: unknown): MemoryReport | null {
  const { bytes, budget_bytes } = membersOf(stored);
  if (!isNumber(bytes) || !isNumber(budget_bytes)) return null;
  return { bytes: countOf(bytes), budget_bytes: countOf(budget_bytes) };
}

function readModel(model: Members): ModelReport | undefined {
  const name = nameOf(model.name);
  if (name === undefined) return undefined;
  return {
    name,
    bytes: countOf(model.bytes),
    loaded_by: countOf(model.loaded_by),
    architecture: nameOf(model.architecture) ?? null,
    ...(isNumber(model.memory_bytes) && { memory_bytes: countOf(model.memory_bytes) }),
    licence: nameOf(model.licence) ?? null,
    comet: isNumber(model.comet) ? model.comet : null,
    is_pinned: model.is_pinned === true,
  };
}

function readQueue(queue: Members): QueueReport | undefined {
  const [engine, pair] = [nameOf(queue.engine), nameOf(queue.pair)];
  if (engine === undefined || pair === undefined) return undefined;
  return {
    engine,
    pair,
    is_left_alone: queue.is_left_alone === true,
    waiting_characters: countOf(queue.waiting_characters),
    calls: countOf(queue.calls),
    p50_ms: countOf(queue.p50_ms),
    p95_ms: countOf(queue.p95_ms),
  };
}

function readBacklog(stored: unknown): BacklogReport | undefined {
  const { charges, request_log: log } = membersOf(stored);
  if (!isNumber(charges)) return undefined;
  const { waiting_rows: waiting, lost_calls: lost } = membersOf(log);
  const isLogged = isNumber(waiting) && isNumber(lost);
  return {
    charges: countOf(charges),
    request_log: isLogged ? { waiting_rows: countOf(waiting), lost_calls: countOf(lost) } : null,
  };
}

const taskStates: readonly unknown[] = ['due', 'done', 'postponed', 'failed'] satisfies TaskState[];

/** A state of a later version is left out: any other in its place would be a claim. */
function readTask({ task, state, done_at }: Members): TaskReport | undefined {
  const name = nameOf(task);
  if (name === undefined || !taskStates.includes(state)) return undefined;
  return { task: name, state: state as TaskState, done_at: timeOf(done_at) };
}

function entries<T>(list: unknown, max: number, read: (entry: Members) => T | undefined): T[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, max).flatMap((entry) => read(membersOf(entry)) ?? []);
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A whole number that JSON and Intl can write exactly. */
function countOf(value: unknown): number {
  return isNumber(value) ? Math.min(Math.max(Math.round(value), 0), Number.MAX_SAFE_INTEGER) : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxTextLength).toWellFormed() : '';
}

function nameOf(value: unknown): string | undefined {
  return textOf(value) || undefined;
}

/** Null for text that is no time: pages format times, and would fail. */
function timeOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
