/** Keys in use on both nodes, for tests about what ends their use. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type Answered, send } from '../../support/translate-client.ts';
import type { ChaosRig } from './chaos-rig.ts';

export interface TimedAnswer {
  readonly startedMs: number;
  readonly answer: Answered;
}

const clientCount = 6;

export interface RepeatedCalls {
  /** Until some of the calls that begin from now on are answered, however slow the machine is. */
  untilMoreAnswered(): Promise<void>;
  stop(): Promise<TimedAnswer[]>;
}

/** Calls on both nodes, over and over, until told to stop; the keys take turns. */
export function callOverAndOver(rig: ChaosRig, keys: readonly string[]): RepeatedCalls {
  const answers: TimedAnswer[] = [];
  let isRunning = true;
  const client = async (_: unknown, i: number) => {
    while (isRunning) {
      const startedMs = performance.now();
      const key = keys[Math.floor(i / 2) % keys.length] ?? '';
      const outcome = await send(rig.nodes[i % 2]?.url ?? '', { key, text: 'a house' });
      if (outcome.kind === 'answered') answers.push({ startedMs, answer: outcome });
    }
  };
  const clients = Array.from({ length: clientCount }, client);
  return {
    async untilMoreAnswered() {
      const enough = answers.length + clientCount + 2;
      while (answers.length < enough) await delay(5);
    },
    async stop() {
      isRunning = false;
      await Promise.all(clients);
      return answers;
    },
  };
}

/** The fault took effect: both nodes keep their share of the limits by themselves. */
export async function untilNodesAreAlone(rig: ChaosRig): Promise<void> {
  const key = (await rig.newTeam()).key;
  for (const { url, opsUrl } of rig.nodes) {
    await send(url, { key, text: 'a house' });
    expect(await (await fetch(`${opsUrl}/metrics`)).text()).toMatch(/^dragoman_limiter_fallback 1$/m);
  }
}

export async function holdTeam(rig: ChaosRig, teamId: string) {
  const client = new pg.Client({ connectionString: rig.services.current.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [teamId]);
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

/** How many charges wait for a lock: both nodes' batches, or one for a start. */
export async function untilChargesWait(rig: ChaosRig): Promise<number> {
  for (let tries = 0; tries < 150; tries++) {
    const { rows } = await rig.db.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%charge_calls%'`,
    );
    if (rows.length > 0) return rows.length;
    await delay(10);
  }
  throw new Error('no charge ever waited for the lock: the fault did not take effect');
}

export function percentile99(durations: readonly number[]): number | undefined {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)];
}
