/**
 * Counts and charges. A call is charged if and only if it is answered with 200: look, translate, charge,
 * answer, in that order. One committed row in the ledger decides.
 */

import type { CallDialect } from '../lib/call-dialect.ts';
import type { IdempotencyFingerprint } from '../lib/idempotency.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { isDatabaseUnavailable, isLockTimeout, isRefusedWrite } from '../store/postgres/database-errors.ts';
import { readKeyAvailable } from '../store/postgres/key-limits.ts';
import { chargeCalls, readAvailable, readDatabaseClock, type Verdict } from '../store/postgres/ledger.ts';
import type { Pools } from '../store/postgres/pools.ts';
import { claimReplay, countReplay, findCharged, giveReplayBack } from '../store/postgres/replays.ts';
import { addRefusals } from '../store/postgres/usage.ts';
import { BalanceCheck } from './balance-check.ts';
import { ChargeQueue } from './charge-queue.ts';
import { followDatabaseClock } from './database-clock.ts';
import { RefusalCounter } from './refusal-counter.ts';

/** The usage of a call for one source language and engine. */
export interface UsageLine {
  readonly source: string;
  readonly engine: string;
  readonly characters: number;
  readonly texts: number;
}

export interface Charge {
  readonly callId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: string;
  readonly dialect: CallDialect;
  readonly tag?: string | undefined;
  readonly target: string;
  readonly lines: readonly UsageLine[];
  readonly deadlineMs: number;
  readonly idempotency?: IdempotencyFingerprint | undefined;
}

export type ChargeOutcome =
  | { verdict: Verdict; characters: number }
  /** `unknown`: the database did not answer in time. `over`: it was not asked, because the call was over. */
  | { verdict: 'unknown' | 'over' };

export type LookVerdict =
  | 'covered'
  | Replay
  | Extract<Verdict, 'conflict' | 'quota_exceeded' | 'key_quota_exceeded'>;

/** A repeat of a charged call; it costs nothing. */
export interface Replay {
  /** The id of the charged call. */
  readonly replayOf: string;
  /** Whether engines have worked, or are working, for a repeat of the call. */
  readonly isReplayed: boolean;
}

/** Counts how often engines work for a charged Idempotency-Key: for the charged call, and once more. */
export interface Replays {
  /** Call it before a repeat uses an engine. Returns false if engines have already worked for a repeat. */
  claim(teamId: string, idempotency: IdempotencyFingerprint): Promise<boolean>;
  /** Gives back the claim of a repeat whose engine failed. */
  giveBack(teamId: string, idempotency: IdempotencyFingerprint): Promise<void>;
  /**
   * Counts engine work for a call that ran at the same time as the charged one. No effect if that is the call
   * itself, or if no call was charged.
   */
  count(teamId: string, idempotency: IdempotencyFingerprint, callId: string): Promise<void>;
}

export interface Metering {
  /**
   * Call it before any engine is used, so that none works for a call that would be refused afterwards. `budgetOf`: the key, if
   * it has a budget of its own.
   */
  look(
    teamId: string,
    characters: number,
    idempotency: IdempotencyFingerprint | undefined,
    budgetOf?: string,
  ): Promise<LookVerdict>;
  readonly replays: Replays;
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeOutcome>;
  /** Counts a refused call by its problem code. */
  countRefusal(teamId: string, code: string): void;
  close(): Promise<void>;
}

export interface OpenMetering extends Metering {
  /** Calls that wait for the next batch of charges. */
  waitingCharges(): number;
}

/** Two flushes of different teams keep the database busy while one of them waits for the disk. */
const flushesAtOnce = 2;

export async function openMetering(
  { calls, changes }: Pick<Pools, 'calls' | 'changes'>,
  metrics: Metrics,
  logger: Logger,
): Promise<OpenMetering> {
  const clock = await followDatabaseClock(() => readDatabaseClock(calls), logger);
  const balances = new BalanceCheck((teamId) => readAvailable(calls, teamId));
  const budgets = new BalanceCheck((keyId) => readKeyBudget(calls, keyId));
  const refusals = new RefusalCounter((counts) => addRefusals(changes, counts), logger);
  const queue = new ChargeQueue({
    write: (batch) => chargeCalls(calls, batch),
    onBatch: metrics.countChargeBatch,
    isTemporary: isDatabaseUnavailable,
    isRefused: isRefusedWrite,
    isTeamHeld: isLockTimeout,
    flushesAtOnce,
    logger,
  });
  metrics.watchChargeQueue(() => queue.waitingCalls);

  return {
    async look(teamId, characters, idempotency, budgetOf) {
      const earlier = idempotency && (await findCharged(calls, teamId, idempotency));
      // A repeat of a charged call costs nothing, so it needs no balance.
      if (earlier?.body === 'another') return 'conflict';
      if (earlier !== undefined) return { replayOf: earlier.callId, isReplayed: earlier.isReplayed };
      if (characters === 0) return 'covered';
      if (!(await balances.covers(teamId, characters))) return 'quota_exceeded';
      const isInBudget = budgetOf === undefined || (await budgets.covers(budgetOf, characters));
      return isInBudget ? 'covered' : 'key_quota_exceeded';
    },
    replays: {
      claim: (teamId, idempotency) => claimReplay(calls, teamId, idempotency),
      giveBack: (teamId, idempotency) => giveReplayBack(calls, teamId, idempotency),
      count: (teamId, idempotency, callId) => countReplay(calls, teamId, idempotency, callId),
    },
    async charge(charge, signal) {
      const result = await queue.charge(toRow(charge, clock.toDatabaseTime(charge.deadlineMs)), signal);
      if (!result.known) {
        const verdict = result.reason === 'over' ? 'over' : 'unknown';
        metrics.countCharge(verdict);
        return { verdict };
      }
      metrics.countCharge(result.row.verdict);
      const { available, keyAvailable } = result.row;
      balances.remember(charge.teamId, available);
      if (keyAvailable !== undefined) budgets.remember(charge.keyId, keyAvailable);
      return { verdict: result.row.verdict, characters: result.row.characters };
    },
    countRefusal: (teamId, code) => refusals.count(teamId, code),
    waitingCharges: () => queue.waitingCalls,
    async close() {
      clock.close();
      await refusals.close();
    },
  };
}

/** A key whose budget was removed meanwhile is limited no more. */
async function readKeyBudget(db: Database, keyId: string): Promise<number> {
  return (await readKeyAvailable(db, keyId)) ?? Number.MAX_SAFE_INTEGER;
}

function toRow(charge: Charge, deadline: Date) {
  const { lines, idempotency } = charge;
  return {
    id: charge.callId,
    team: charge.teamId,
    key: charge.keyId,
    mode: charge.mode,
    dialect: charge.dialect,
    tag: charge.tag,
    characters: lines.reduce((sum, line) => sum + line.characters, 0),
    target: charge.target,
    deadline,
    sources: lines.map((line) => line.source),
    engines: lines.map((line) => line.engine),
    line_characters: lines.map((line) => line.characters),
    line_texts: lines.map((line) => line.texts),
    ...(idempotency && { idem: idempotency.key, body: idempotency.body }),
  };
}
