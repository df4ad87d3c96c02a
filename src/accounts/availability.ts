/**
 * What operators look at when something may be down: processes, Postgres, Redis, what waits, and housekeeping. Everything
 * comes from where it is known already: heartbeats and reports of the processes, the servers' own views, the queue.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { cachedFor } from '../lib/cached-for.ts';
import type { TaskReport, TaskState } from '../lib/node-report.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../store/postgres/database.ts';
import { readDocumentQueue } from '../store/postgres/document-queue-state.ts';
import { type DocumentWorkerRow, listDocumentWorkers } from '../store/postgres/document-workers.ts';
import { listNodes, type NodeRow } from '../store/postgres/nodes.ts';
import { readPostgresState } from '../store/postgres/server-state.ts';
import type { RedisState } from '../store/redis/server-state.ts';

/** All operators who watch share an answer. */
const cacheMs = 1_000;

/** A part that takes longer is shown as one that does not answer; the others are shown without it. */
const partTimeoutMs = 3_000;

/** A node that crashes again and again leaves many. */
const maxStopped = 20;

export type Availability = ReturnType<typeof createAvailability>;

export interface AvailabilityParts {
  /** Not the connections of calls. */
  readonly db: Database;
  readonly readRedis: () => Promise<RedisState>;
  readonly logger: Logger;
}

export function createAvailability({ db, readRedis, logger }: AvailabilityParts) {
  const parts = {
    processes: partOf('processes', () => readProcesses(db), logger),
    postgres: partOf('postgres', () => readPostgresState(db), logger),
    documents: partOf('documents', () => readDocumentQueue(db), logger),
    redis: partOf('redis', readRedis, logger),
  };
  return {
    /** A part that does not answer is null. */
    read: cachedFor(cacheMs, async () => {
      const [processes, postgres, documents, redis] = await Promise.all([
        parts.processes(),
        parts.postgres(),
        parts.documents(),
        parts.redis(),
      ]);
      return { processes, postgres, documents, redis };
    }),
  };
}

/** Asks once at a time: a part that hangs is not asked again meanwhile. */
function partOf<T>(part: string, ask: () => Promise<T>, logger: Logger): () => Promise<T | null> {
  let asking: Promise<T | null> | undefined;
  return () => {
    asking ??= ask()
      .catch((err: unknown) => {
        logger.warn('a part of the installation did not answer an operator', { reason: part, err });
        return null;
      })
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, delay(partTimeoutMs, null, { ref: false })]);
  };
}

export type ProcessRole = 'api' | 'documents' | 'engines';

async function readProcesses(db: Database) {
  const [nodes, workers] = await Promise.all([listNodes(db), listDocumentWorkers(db)]);
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const processes = [
    ...nodes.map((node) => describeNode(node, workers)),
    ...workers.filter(({ nodeId }) => nodeId === null || !nodeIds.has(nodeId)).map(describeWorker),
  ];
  const stopped = processes.filter(({ isLive }) => !isLive).slice(0, maxStopped);
  return {
    list: [...processes.filter(({ isLive }) => isLive), ...stopped],
    housekeeping: sumUpTasks(nodes.filter(({ isLive }) => isLive)),
  };
}

function describeNode(node: NodeRow, workers: readonly DocumentWorkerRow[]) {
  const { id, host, processId, version, startedAt, lastSeenAt, isLive, isAlone, report } = node;
  const documents = workers.filter(({ nodeId, isLive }) => nodeId === id && isLive);
  const engines = report.engines.map((engine) => engine.id);
  const documentWorkers = documents.reduce((sum, { concurrency }) => sum + concurrency, 0);
  return {
    ...{ id, host, processId, version, startedAt, lastSeenAt, isLive, engines, documentWorkers },
    roles: rolesOf(true, documentWorkers, engines),
    reachesRedis: !isAlone,
    // A node of an earlier version does not report it.
    backlog: report.backlog ?? null,
  };
}

function describeWorker(worker: DocumentWorkerRow) {
  const { id, host, processId, version, startedAt, lastSeenAt, isLive, concurrency } = worker;
  const engines = worker.engines ?? [];
  return {
    ...{ id, host, processId, version, startedAt, lastSeenAt, isLive, engines },
    documentWorkers: concurrency,
    roles: rolesOf(false, concurrency, engines),
    reachesRedis: null,
    backlog: null,
  };
}

function rolesOf(isApi: boolean, documentWorkers: number, engines: readonly string[]): ProcessRole[] {
  const roles: ProcessRole[] = isApi ? ['api'] : [];
  if (documentWorkers > 0) roles.push('documents');
  if (engines.length > 0) roles.push('engines');
  return roles;
}

/** From harmless to harmful. */
const taskStates: readonly TaskState[] = ['done', 'due', 'postponed', 'failed'];

/** Every node runs every task: the last success of any node counts, and the worst state of any node is shown. */
function sumUpTasks(nodes: readonly NodeRow[]) {
  const reports = nodes.flatMap(({ report, host, processId }) =>
    (report.housekeeping ?? []).map((task) => ({ ...task, node: `${host} (${processId})` })),
  );
  const byTask = Map.groupBy(reports, ({ task }) => task);
  return [...byTask]
    .map(([task, runs]) => {
      const state = taskStates.findLast((one) => runs.some((run) => run.state === one)) ?? 'due';
      return {
        task,
        state,
        done_at: lastOf(runs),
        nodes: runs.filter((run) => run.state === state).map(({ node }) => node),
      };
    })
    .toSorted((a, b) => (a.task < b.task ? -1 : 1));
}

function lastOf(runs: readonly TaskReport[]): string | null {
  return (
    runs
      .flatMap(({ done_at }) => done_at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
