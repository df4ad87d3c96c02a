/**
 * Limits how often calls with an Idempotency-Key use engines. Engines work at most twice for each charge: for
 * the charged call, and for one concurrent call or one replay of it. Cached translations are not limited.
 */
import { ProblemError } from '../lib/errors.ts';
import type { IdempotencyFingerprint } from '../lib/idempotency.ts';
import type { Entry, KeyedCalls } from '../limits/keyed-calls.ts';
import type { Replay, Replays } from '../metering/metering.ts';
import type { Logger } from '../observability/logger.ts';
import { keyUnderWay, keyWithAnotherBody, replayUnavailable } from './refusals.ts';

/** Of two concurrent calls with the same key, one is charged and both are answered. */
const mostOthers = 1;

export interface GuardParts {
  readonly keyedCalls: Pick<KeyedCalls, 'enter' | 'leave'>;
  readonly replays: Replays;
  readonly logger: Logger;
}

/** The call that is guarded. */
export interface GuardedCall {
  readonly callId: string;
  readonly teamId: string;
  readonly idempotency: IdempotencyFingerprint;
  readonly deadlineMs: number;
}

/**
 * How the call ended, which decides whether its use of engines counts:
 * - `charged`: the call was charged;
 * - `failed`: an engine or the ledger failed, which does not count;
 * - `spent`: engines worked for the call, but it was not charged.
 */
export type GuardOutcome = 'charged' | 'failed' | 'spent';

export class IdempotencyGuard {
  readonly #parts: GuardParts;
  readonly #work: GuardedCall;
  #entry: Entry;
  #replay: Replay | undefined;
  #asking: Promise<void> | undefined;
  #mayAsk = false;

  /** Call it before the look: a call that looks first and enters later may miss a charge. */
  static async begin(parts: GuardParts, work: GuardedCall): Promise<IdempotencyGuard> {
    const { deadlineMs } = work;
    return new IdempotencyGuard(
      parts,
      work,
      await parts.keyedCalls.enter(callOf(work), { mostOthers, deadlineMs }),
    );
  }

  private constructor(parts: GuardParts, work: GuardedCall, entry: Entry) {
    this.#parts = parts;
    this.#work = work;
    this.#entry = entry;
  }

  /** Call it when the look found a charged call with the same key. */
  repeats(replay: Replay): void {
    this.#replay = replay;
  }

  /** Rejects with a `ProblemError` if no engine may be used. The first request decides for the whole call. */
  askEngines(): Promise<void> {
    this.#asking ??= this.#decide();
    return this.#asking;
  }

  async end(ending: GuardOutcome): Promise<void> {
    const { replays, keyedCalls, logger } = this.#parts;
    const { teamId, idempotency, callId } = this.#work;
    try {
      if (this.#mayAsk && this.#replay === undefined && ending === 'spent')
        await replays.count(teamId, idempotency, callId);
      if (this.#mayAsk && this.#replay !== undefined && ending !== 'spent')
        await replays.giveBack(teamId, idempotency);
    } catch (err) {
      logger.warn('the replays of an Idempotency-Key could not be counted', { err });
    }
    // Leave last: a call that enters after this must see the count.
    await keyedCalls.leave(callOf(this.#work));
  }

  async #decide(): Promise<void> {
    if (this.#replay !== undefined) await this.#claimReplay(this.#replay);
    else if (this.#entry !== 'entered') throw new ProblemError(refusalOf(this.#entry));
    this.#mayAsk = true;
  }

  /** A call concurrent with the charged one may still use up the replay, so none may be in progress. */
  async #claimReplay({ replayOf: besides, isReplayed }: Replay): Promise<void> {
    // Refuse at once: many calls that wait for each other in turn would take seconds to get the same refusal.
    if (isReplayed) throw new ProblemError(replayUnavailable);
    const { keyedCalls, replays } = this.#parts;
    const { teamId, idempotency, deadlineMs } = this.#work;
    this.#entry = await keyedCalls.enter(callOf(this.#work), { mostOthers: 0, besides, deadlineMs });
    if (this.#entry !== 'entered') throw new ProblemError(keyUnderWay);
    if (!(await replays.claim(teamId, idempotency))) throw new ProblemError(replayUnavailable);
  }
}

function refusalOf(entry: Exclude<Entry, 'entered'>) {
  return entry === 'full' ? keyUnderWay : keyWithAnotherBody;
}

function callOf({ teamId, callId, idempotency: { key, body } }: GuardedCall) {
  return { teamId, key, body, callId };
}
