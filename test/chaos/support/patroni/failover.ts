/** One failover from beginning to end: the fault, the new leader, the first answer, and three nodes again. */
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../../support/median.ts';
import type { OpenLoopLoad } from '../open-loop-load.ts';
import { StaleWriter, untilWritable } from './direct-writes.ts';
import type { PatroniCluster } from './patroni-cluster.ts';
import type { PatroniNode } from './patroni-node.ts';

/** Times since the fault. */
export interface Failover {
  readonly leader: string;
  readonly how: 'kill' | 'freeze';
  /** Another node holds the leader's lock. */
  readonly lockMs: number;
  /** It has acknowledged a write: promoted, and a standby follows it. */
  readonly writableMs: number;
  /** A call was answered 200 by a server. */
  readonly answeredMs: number;
  /** All three are there again. */
  readonly settledMs: number;
  readonly staleWritesAcknowledged: number;
  readonly staleWritesRefused: Readonly<Record<string, number>>;
}

export async function failOver(
  cluster: PatroniCluster,
  how: Failover['how'],
  load: OpenLoopLoad,
): Promise<Failover> {
  await cluster.untilSettled();
  const leader = await cluster.leader();
  const writer = await StaleWriter.open(cluster.databaseUrlOf(leader));
  const faultMs = Date.now();
  const since = () => Date.now() - faultMs;
  if (how === 'kill') await leader.kill();
  else leader.freeze();
  writer.send();
  const successor = await untilReplaced(cluster, leader);
  const lockMs = since();
  await untilWritable(cluster.databaseUrlOf(successor));
  const writableMs = since();
  while (load.lastDeliveryMs < faultMs + lockMs) await delay(20);
  const answeredMs = endOfLongestSilence(load, faultMs) - faultMs;
  if (how === 'kill') {
    leader.startPatroni();
  } else {
    // It sleeps for longer than its lock lasts in any case.
    await delay(Math.max(0, cluster.ttlMs + 5_000 - since()));
    writer.keepConnecting();
    leader.thaw();
  }
  await cluster.untilSettled();
  const settledMs = since();
  await writer.finish();
  return {
    leader: leader.name,
    how,
    lockMs,
    writableMs,
    answeredMs,
    settledMs,
    staleWritesAcknowledged: writer.acknowledged,
    staleWritesRefused: Object.fromEntries(writer.refusals),
  };
}

async function untilReplaced(cluster: PatroniCluster, leader: PatroniNode): Promise<PatroniNode> {
  const others = cluster.nodes.filter((node) => node !== leader);
  for (;;) {
    const isPrimary = await Promise.all(others.map((node) => cluster.isPrimary(node)));
    const successor = others[isPrimary.indexOf(true)];
    if (successor !== undefined) return successor;
    await delay(100);
  }
}

/** Not simply the first answer since then: calls sent before the fault may still be in progress. */
export function endOfLongestSilence(load: OpenLoopLoad, sinceMs: number): number {
  const answers = [...load.delivered.values()].map(({ answeredAtMs }) => answeredAtMs);
  const later = answers.filter((ms) => ms > sinceMs).toSorted((a, b) => a - b);
  const silences = later.map((until, i) => ({ until, lengthMs: until - (later[i - 1] ?? sinceMs) }));
  return silences.reduce((longest, each) => (each.lengthMs > longest.lengthMs ? each : longest)).until;
}

export function medianAndWorst(times: readonly number[]): { median: number; worst: number } {
  return { median: median(times), worst: Math.max(...times) };
}
