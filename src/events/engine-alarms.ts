/**
 * Reports engines that a node does not reach, and when all nodes reach them again, from what the nodes report about themselves.
 * A state counts when it has lasted, so that a restart of an engine is no event.
 */
import type { NodeReport } from '../lib/node-report.ts';
import { type Connection, type Database, inTransaction } from '../store/postgres/database.ts';
import { deleteAlarm, insertAlarm, lockAlarms, readAlarms } from '../store/postgres/event-sources.ts';
import { recordEvent } from '../store/postgres/events.ts';
import { listNodes } from '../store/postgres/nodes.ts';

const settledMs = 30_000;

/** A failed engine may be on every node of a large installation. */
const maxNodesNamed = 20;

export interface NodeState {
  readonly host: string;
  readonly report: Pick<NodeReport, 'engines'>;
}

export interface EngineState {
  readonly engine: string;
  readonly unhealthy: readonly { readonly host: string; readonly detail: string }[];
  readonly healthyNodes: number;
  /** Every node has reached it for a while. */
  readonly isSettled: boolean;
}

export function engineStates(nodes: readonly NodeState[], now: Date): EngineState[] {
  const reports = nodes.flatMap(({ host, report }) => report.engines.map((engine) => ({ host, ...engine })));
  return [...Map.groupBy(reports, ({ id }) => id)].map(([engine, found]) => {
    const isLasting = ({ since }: (typeof found)[number]) =>
      since === null || now.getTime() - Date.parse(since) >= settledMs;
    return {
      engine,
      unhealthy: found
        .filter((report) => !report.healthy && report.since !== null && isLasting(report))
        .map(({ host, detail }) => ({ host, detail })),
      healthyNodes: found.filter(({ healthy }) => healthy).length,
      isSettled: found.every((report) => report.healthy && isLasting(report)),
    };
  });
}

/** Safe to run on every node at once: one of them looks, and the others have nothing to do. */
export function createEngineAlarms(db: Database) {
  return {
    run: () =>
      inTransaction(db, async (connection): Promise<'done'> => {
        if (!(await lockAlarms(connection))) return 'done';
        const nodes = await listNodes(connection);
        const states = engineStates(
          nodes.filter(({ isLive }) => isLive),
          new Date(),
        );
        await compare(connection, states, await readAlarms(connection));
        return 'done';
      }),
  };
}

async function compare(
  connection: Connection,
  states: readonly EngineState[],
  alarms: ReadonlyMap<string, Date>,
): Promise<void> {
  for (const { engine, unhealthy, healthyNodes, isSettled } of states) {
    const since = alarms.get(engine);
    if (since === undefined && unhealthy.length > 0) {
      const now = new Date();
      await insertAlarm(connection, engine, now);
      const nodes = unhealthy.slice(0, maxNodesNamed);
      const data = { engine, nodes, healthy_nodes: healthyNodes };
      await recordEvent(connection, {
        teamId: null,
        type: 'engine.unhealthy',
        subject: `${engine} ${now.toISOString()}`,
        data,
      });
    } else if (since !== undefined && isSettled) {
      await deleteAlarm(connection, engine);
      const data = { engine, unhealthy_since: since.toISOString() };
      await recordEvent(connection, {
        teamId: null,
        type: 'engine.healthy',
        subject: `${engine} ${since.toISOString()}`,
        data,
      });
    }
  }
  // Removed from the configuration of every node.
  const known = new Set(states.map(({ engine }) => engine));
  for (const engine of alarms.keys())
    if (states.length > 0 && !known.has(engine)) await deleteAlarm(connection, engine);
}
