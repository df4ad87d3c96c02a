/**
 * What a call with an Idempotency-Key may ask of engines. They work twice at most for what is charged once: for the call that
 * is charged, and for one call beside it or one repeat of it. What the cache has is given without asking.
 */
import { ProblemError } from '../lib/errors.ts';
import type { IdempotencyFingerprint } from '../lib/idempotency.ts';
import type { Entry, KeyedCalls } from '../limits/keyed-calls.ts';
import type { Replay, Replays } from '../metering/metering.ts';
import type { Logger } from '../observability/logger.ts';
import { keyUnderWay, keyWithAnotherBody, replayUnavailable } from './refusals.ts';

/** "Two at once: one is charged, both are answered." */
const mostOthers = 1;

export interface KeyedTurnParts {
  readonly keyedCalls: Pick<KeyedCalls, 'enter' | 'leave'>;
  readonly replays: Replays;
  readonly logger: Logger;
}

/** The call whose turn it is. */
export interface KeyedWork {
  readonly callId: string;
  readonly teamId: string;
  readonly idempotency: IdempotencyFingerprint;
  readonly deadlineMs: number;
}

/**
 * How it ended, for what it asked of engines:
 * - `charged`: the call was charged;
 * - `failed`: an engine or the ledger failed it, which counts for nothing;
 * - `spent`: engines worked for it, and it was not charged.
 */
export type TurnEnding = 'charged' | 'failed' | 'spent';

export class KeyedTurn {
  readonly #parts: KeyedTurnParts;
  readonly #work: KeyedWork;
  #entry: Entry;
  #replay: Replay | undefined;
  #asking: Promise<void> | undefined;
  #mayAsk = false;

  /** Before the look: whoever looks first and enters later may have missed a charge. */
  static async begin(parts: KeyedTurnParts, work: KeyedWork): Promise<KeyedTurn> {
    const { deadlineMs } = work;
    return new KeyedTurn(parts, work, await parts.keyedCalls.enter(callOf(work), { mostOthers, deadlineMs }));
  }

  private constructor(parts: KeyedTurnParts, work: KeyedWork, entry: Entry) {
    this.#parts = parts;
    this.#work = work;
    this.#entry = entry;
  }

  /** What the look found. */
  repeats(replay: Replay): void {
    this.#replay = replay;
  }

  /** Rejects with a `ProblemError` where no engine may be asked. The first question decides for the whole call. */
  askEngines(): Promise<void> {
    this.#asking ??= this.#decide();
    return this.#asking;
  }

  async end(ending: TurnEnding): Promise<void> {
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
    // Last: whoever enters from now on has to find what was counted.
    await keyedCalls.leave(callOf(this.#work));
  }

  async #decide(): Promise<void> {
    if (this.#replay !== undefined) await this.#claimReplay(this.#replay);
    else if (this.#entry !== 'entered') throw new ProblemError(refusalOf(this.#entry));
    this.#mayAsk = true;
  }

  /** A call beside the charged one may still be the one more, so there must be none. */
  async #claimReplay({ replayOf: besides, isReplayed }: Replay): Promise<void> {
    // At once: many that wait for each other in turn would take seconds to hear the same.
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

function callOf({ teamId, callId, idempotency: { key, body } }: KeyedWork) {
  return { teamId, key, body, callId };
}
