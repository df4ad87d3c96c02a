/** Problems of the installation, each with what to do about it. */
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { byLevel, type Finding, noRedis, problem, warning } from '../../../components/live-state.tsx';
import { nodeName } from '../../../components/node-name.ts';
import { formatList, formatMilliseconds, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { pairOfCodes } from '../../../lib/pair-name.ts';
import { loadByPair, sidesOf } from './by-pair.ts';

/** Nodes report every five seconds, so this is several reports in a row. */
const oldReportMs = 20_000;
/** A third of the 30 s after which a call is cancelled. */
const slowMs = 10_000;

export function findingsOf(nodes: readonly InstalledNode[]): Finding[] {
  const live = nodes.filter(({ is_live }) => is_live);
  if (live.length === 0) {
    return [problem(t('No node is live.'), t('Start one with dragoman serve.'))];
  }
  return byLevel([
    ...unwellEngines(live),
    ...live.flatMap(troublesOf),
    ...pairTroubles(live),
    ...nodes.filter((node) => isMissed(node, live)).map(missed),
  ]);
}

function unwellEngines(live: readonly InstalledNode[]): Finding[] {
  const ids = [...new Set(live.flatMap(({ engines }) => engines.map(({ id }) => id)))].toSorted();
  return ids.flatMap((id): Finding[] => {
    const having = live.flatMap(({ engines }) => engines.filter((engine) => engine.id === id));
    // An engine without a first health check is not a problem yet.
    const unwell = having.filter(({ healthy, since }) => !healthy && since !== null);
    if (unwell.length === 0) return [];
    const reasons = formatList([...new Set(unwell.map(({ detail }) => detail))]);
    return [
      problem(
        having.length === 1
          ? t('The engine {id} is unhealthy: {reasons}.', { id, reasons })
          : t('The engine {id} is unhealthy on {unhealthy} of {all} nodes: {reasons}.', {
              id,
              unhealthy: formatNumber(unwell.length),
              all: formatNumber(having.length),
              reasons,
            }),
        t(
          'Fix the reported problem. Until then, calls use the next engine of their route, or get 503 if there is none.',
        ),
      ),
    ];
  });
}

function troublesOf(node: InstalledNode): Finding[] {
  const isSilent = Date.parse(node.last_seen_at) - Date.parse(node.reported_at) > oldReportMs;
  return [...(node.reaches_redis ? [] : [noRedis(nodeName(node))]), ...(isSilent ? [silent(node)] : [])];
}

function silent(node: InstalledNode): Finding {
  return warning(
    t('{node} is live but has stopped reporting. Its figures are out of date.', { node: nodeName(node) }),
    t('Check its log for the cause. If the problem persists, restart it.'),
  );
}

function pairTroubles(live: readonly InstalledNode[]): Finding[] {
  const wellEngines = new Set(
    live.flatMap(({ engines }) => engines.filter(({ healthy }) => healthy).map(({ id }) => id)),
  );
  return loadByPair(live).flatMap(({ engine, pair, p95Ms, leftAloneOn }): Finding[] => {
    // An unhealthy engine has its own finding already.
    if (leftAloneOn > 0 && wellEngines.has(engine)) {
      return [
        warning(
          t('{engine} failed for {pair}, and its circuit breaker is open for this pair.', {
            engine,
            pair: pairOfCodes(...sidesOf(pair)),
          }),
          t('It is retried after five seconds. If the problem persists, check the log of the node.'),
        ),
      ];
    }
    if (p95Ms < slowMs) return [];
    return [
      warning(
        t('{engine} is slow for {pair}: one call in twenty takes {time} or more.', {
          engine,
          pair: pairOfCodes(...sidesOf(pair)),
          time: formatMilliseconds(p95Ms),
        }),
        t('Calls time out after 30 seconds. Give the engine more threads or memory, or add a node.'),
      ),
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
  return warning(
    t('{node} stopped unexpectedly.', { node: nodeName(node) }),
    t(
      'Check the end of its log, then start it again. If you removed it, it disappears from this list after a day.',
    ),
  );
}
