/** The operator's view of the installation: the nodes, as they report themselves, and the slowest pairs. */
import type { NodeReport, QueueReport } from '../lib/node-report.ts';
import type { Database } from '../store/postgres/database.ts';
import { listNodes, type NodeIdentity, type NodeRow, writeNodeReport } from '../store/postgres/nodes.ts';

/** A language pair, on the node where it is slowest. */
type SlowPair = Pick<QueueReport, 'engine' | 'pair' | 'calls' | 'p50_ms' | 'p95_ms'> & { node_id: string };

const slowPairsShown = 20;

export type Installation = ReturnType<typeof createInstallation>;

export function createInstallation(db: Database) {
  return {
    async read() {
      const nodes = await listNodes(db);
      return {
        nodes: nodes.map(toNode),
        slowestPairs: slowestPairs(nodes.filter(({ isLive }) => isLive)),
      };
    },
    /** Stores this node's report about itself. */
    report: (node: NodeIdentity, report: NodeReport) => writeNodeReport(db, node, report),
  };
}

/** A node that stopped without signing off is not live. It is listed for a day. */
function toNode({ report, isAlone, ...node }: NodeRow) {
  return {
    ...node,
    reachesRedis: !isAlone,
    engines: report.engines,
    queues: report.lanes,
  };
}

function slowestPairs(nodes: readonly NodeRow[]): SlowPair[] {
  const pairs = new Map<string, SlowPair>();
  for (const { id, report } of nodes) {
    for (const { engine, pair, calls, p50_ms, p95_ms } of report.lanes) {
      const known = pairs.get(`${engine} ${pair}`);
      if (calls === 0 || (known !== undefined && known.p95_ms >= p95_ms)) continue;
      pairs.set(`${engine} ${pair}`, { node_id: id, engine, pair, calls, p50_ms, p95_ms });
    }
  }
  return [...pairs.values()].toSorted((a, b) => b.p95_ms - a.p95_ms).slice(0, slowPairsShown);
}
