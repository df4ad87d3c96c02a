/** The health of engines as a team may see it: names and states, never hosts, addresses or messages. */
import type { EngineReport } from '../../../../lib/node-report.ts';

export const engineStates = ['healthy', 'degraded', 'down', 'unknown'] as const;

export interface EngineState {
  readonly id: string;
  readonly state: (typeof engineStates)[number];
  /** When a node last saw it become healthy or unhealthy. */
  readonly since: string | null;
}

interface ReportingNode {
  readonly isLive: boolean;
  readonly engines: readonly EngineReport[];
}

/** `allowed`: the engines that the team may use; undefined means all. */
export function describeEngineStates(
  nodes: readonly ReportingNode[],
  allowed: readonly string[] | undefined,
): EngineState[] {
  const reports = nodes.filter(({ isLive }) => isLive).flatMap(({ engines }) => engines);
  const byId = Map.groupBy(reports, ({ id }) => id);
  const ids = allowed ?? [...byId.keys()].toSorted();
  return ids.map((id) => describe(id, byId.get(id) ?? []));
}

function describe(id: string, reports: readonly EngineReport[]): EngineState {
  // A node that has not checked the engine yet says nothing about it.
  const checked = reports.filter(({ since }) => since !== null);
  const healthy = checked.filter((report) => report.healthy).length;
  const times = checked.flatMap(({ since }) => since ?? []).toSorted();
  const since = times.at(-1) ?? null;
  if (checked.length === 0) return { id, state: 'unknown', since };
  if (healthy === checked.length) return { id, state: 'healthy', since };
  return { id, state: healthy === 0 ? 'down' : 'degraded', since };
}
