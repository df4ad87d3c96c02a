/** Problems of the installation, each with what to do about it. */
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { formatNumber } from '../../../format.ts';
import { loadByPair } from './by-pair.ts';
import { nodeName } from './node-name.ts';

export interface Finding {
  /** `bad`: calls fail. `warn`: calls may fail soon. */
  readonly level: 'bad' | 'warn';
  readonly what: string;
  readonly todo: string;
}

/** Nodes report every five seconds, so this is several reports in a row. */
const oldReportMs = 20_000;
/** A third of the 30 s after which a call is cancelled. */
const slowMs = 10_000;

export function findingsOf(nodes: readonly InstalledNode[]): Finding[] {
  const live = nodes.filter(({ is_live }) => is_live);
  if (live.length === 0) {
    return [{ level: 'bad', what: 'No node is live.', todo: 'Start one with dragoman serve.' }];
  }
  return [
    ...unwellEngines(live),
    ...live.flatMap(troublesOf),
    ...pairTroubles(live),
    ...nodes.filter((node) => isMissed(node, live)).map(missed),
  ].toSorted((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

function unwellEngines(live: readonly InstalledNode[]): Finding[] {
  const ids = [...new Set(live.flatMap(({ engines }) => engines.map(({ id }) => id)))].toSorted();
  return ids.flatMap((id): Finding[] => {
    const having = live.flatMap(({ engines }) => engines.filter((engine) => engine.id === id));
    // An engine without a first health check is not a problem yet.
    const unwell = having.filter(({ healthy, since }) => !healthy && since !== null);
    if (unwell.length === 0) return [];
    const where = having.length === 1 ? '' : ` on ${unwell.length} of ${having.length} nodes`;
    const reasons = [...new Set(unwell.map(({ detail }) => detail))].join('; ');
    return [
      {
        level: 'bad',
        what: `The engine ${id} is not well${where}: ${reasons}.`,
        todo: 'Fix the problem that it names. Until then calls go to the next engine of their route; without one they are answered 503.',
      },
    ];
  });
}

function troublesOf(node: InstalledNode): Finding[] {
  const troubles: Finding[] = [];
  if (!node.reaches_redis) {
    troubles.push({
      level: 'warn',
      what: `${nodeName(node)} does not reach Redis.`,
      todo: 'Check REDIS_URL, and whether Redis runs. Calls are served; the node keeps its share of the rate limits by itself.',
    });
  }
  if (Date.parse(node.last_seen_at) - Date.parse(node.reported_at) > oldReportMs) {
    troubles.push({
      level: 'warn',
      what: `${nodeName(node)} lives, but has not reported for a while. Its figures are old.`,
      todo: 'Its log says why it could not report. Restart it if that goes on.',
    });
  }
  return troubles;
}

function pairTroubles(live: readonly InstalledNode[]): Finding[] {
  const wellEngines = new Set(
    live.flatMap(({ engines }) => engines.filter(({ healthy }) => healthy).map(({ id }) => id)),
  );
  return loadByPair(live).flatMap(({ engine, pair, p95Ms, leftAloneOn }): Finding[] => {
    // An unhealthy engine has its own finding already.
    if (leftAloneOn > 0 && wellEngines.has(engine)) {
      return [
        {
          level: 'warn',
          what: `${engine} failed for ${pair} and gets no calls of this pair for a moment.`,
          todo: 'It is tried again after five seconds. If this stays, the log of the node says why it fails.',
        },
      ];
    }
    if (p95Ms < slowMs) return [];
    return [
      {
        level: 'warn',
        what: `${engine} is slow for ${pair}: one call in twenty takes ${formatNumber(p95Ms)} ms or more.`,
        todo: 'Calls are given up after 30 seconds. Give the engine more threads or memory, or add a node.',
      },
    ];
  });
}

/** Stopped without signing off, and no other process has started on its host since. */
function isMissed(node: InstalledNode, live: readonly InstalledNode[]): boolean {
  const isReplaced = live.some(
    ({ host, started_at }) => host === node.host && Date.parse(started_at) >= Date.parse(node.last_seen_at),
  );
  return !node.is_live && !isReplaced;
}

function missed(node: InstalledNode): Finding {
  return {
    level: 'warn',
    what: `${nodeName(node)} stopped without saying so.`,
    todo: 'See the end of its log, then start it again. If it is gone for good: it is forgotten after a day.',
  };
}
