/**
 * The life cycle of a translate call, from the authenticated request to the answer: limits, prepare, look,
 * translate, charge, answer. Each step is implemented elsewhere. No 200 is sent before the charge is
 * committed, and a call that is not answered is not charged.
 */
import type { Caller } from '../auth/caller.ts';
import type { CheckKey } from '../auth/key-check.ts';
import type { CallDialect } from '../lib/call-dialect.ts';
import { type Problem, ProblemError } from '../lib/errors.ts';
import { refusedWith } from '../lib/outcome.ts';
import type { KeyedCalls } from '../limits/keyed-calls.ts';
import type { Limits, RateStatus } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import type { StreamCharges } from '../metering/streamed-calls.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics, StepDurations } from '../observability/metrics.ts';
import type { Span } from '../observability/tracing/span.ts';
import { OverloadError } from '../translate/overload-error.ts';
import type { CharacterCount, PreparedRequest, Translator } from '../translate/translator.ts';
import { budgetOf, type ChargeableCall, chargeFor, countsOf, type Ending, endingOf } from './charged-call.ts';
import { arrivalOf, ratesOfKey, translationDeadline, workOf } from './engine-work.ts';
import { type GuardOutcome, IdempotencyGuard } from './idempotency-guard.ts';
import { PatientCalls } from './patient-calls.ts';
import { engineBusy, engineFailure, idempotencyConflict, ledgerRefusals, rateLimited } from './refusals.ts';
import { type PartReader, streamCall } from './stream-call.ts';
import { timed } from './timed-step.ts';

export interface TranslateCall extends ChargeableCall {
  /** If set, the texts are sent to it while they are translated, and no Idempotency-Key applies. */
  readonly reader?: PartReader;
  /** Filled in while the call runs, so that the durations are known however it ends. */
  readonly steps: StepDurations;
  /** The parent span, if the call is traced. */
  readonly span?: Span | undefined;
}

/** `rate` is set once the limits have been checked, however the call ends. */
export type CallOutcome = { rate?: RateStatus } & Ending;

/** A call whose body has not been read yet. */
export interface ArrivingCall {
  readonly caller: Caller;
  readonly dialect: CallDialect;
  readonly deadlineMs: number;
  readonly skipsCache: boolean;
}

export interface Gateway {
  /** Returns the refusal if the call would be shed whatever its body contains. */
  shedOnArrival(call: ArrivingCall): Problem | undefined;
  translate(call: TranslateCall): Promise<CallOutcome>;
}

/** Figures that are known before the call ends. */
interface Progress {
  readonly startedMs: number;
  characters: number;
}

export interface GatewayParts {
  readonly limits: Limits;
  readonly keyedCalls: Pick<KeyedCalls, 'enter' | 'leave'>;
  readonly metering: Metering;
  readonly streams: StreamCharges;
  readonly translator: Translator;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Distinguishes a store that is temporarily unreachable from a bug in this program. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly checkKey: CheckKey;
}

export function createGateway(parts: GatewayParts): Gateway {
  const { limits, metering, translator, metrics, logger } = parts;
  const patientCalls = new PatientCalls(parts.checkKey);
  return {
    shedOnArrival({ caller, dialect, deadlineMs, skipsCache }) {
      const { teamId, mode, engines, isCached } = caller;
      const usesCache = isCached && !skipsCache;
      const arrival = { teamId, engines, deadlineMs: translationDeadline(deadlineMs), usesCache };
      // A call that may wait is not shed before it has waited.
      if (caller.maxWaitSeconds > 0 || !translator.shedsOnArrival(arrival)) return undefined;
      const { code } = engineBusy;
      metrics.beginCall();
      metrics.endCall({ outcome: code, mode, dialect, characters: 0, durationMs: 0, steps: {} });
      metering.countRefusal(teamId, code);
      return engineBusy;
    },
    async translate(call) {
      const progress: Progress = { startedMs: performance.now(), characters: 0 };
      metrics.beginCall();
      try {
        const outcome = await patientCalls.serve(call, () => admitAndServe(call, progress));
        report(call, progress, outcome);
        return outcome;
      } catch (error) {
        const code = parts.isTemporary(error) ? 'service_unavailable' : 'internal_error';
        end(call, progress, code);
        throw error;
      }
    },
  };

  async function admitAndServe(call: TranslateCall, progress: Progress): Promise<CallOutcome> {
    const { caller } = call;
    // Refused calls must cost almost nothing, so no text is parsed before the limits are checked.
    const counted = translator.count(call.request, caller);
    if (!counted.ok) return counted;
    progress.characters = counted.characters ?? 0;
    if (translator.shedsOnArrival(arrivalOf(call))) return refusedWith(engineBusy);
    const admission = await timed(call, 'limits', () =>
      limits.admit(caller.teamId, caller.limits, progress.characters, ratesOfKey(caller)),
    );
    const { rate } = admission;
    if (!admission.ok) return { ...refusedWith(rateLimited(admission)), rate };
    try {
      return { rate, ...(await prepareAndServe(call, progress, counted)) };
    } finally {
      admission.leave();
    }
  }

  async function prepareAndServe(
    call: TranslateCall,
    progress: Progress,
    counted: CharacterCount,
  ): Promise<CallOutcome> {
    const { teamId, engines, limits: teamLimits } = call.caller;
    const { signal } = call.lifetime;
    const work = { teamId, engines, signal };
    const prepared = await translator.prepare(call.request, work).catch((error: unknown) => {
      if (signal.aborted) return refusedWith(engineFailure(call.lifetime));
      throw error;
    });
    if (!prepared.ok) return prepared;
    progress.characters = prepared.characters;
    if (counted.characters !== undefined) return serve(call, prepared);
    const taken = await timed(call, 'limits', () =>
      limits.takeCharacters(
        teamId,
        teamLimits,
        prepared.characters + (prepared.contextCharacters ?? 0),
        ratesOfKey(call.caller),
      ),
    );
    const { rate } = taken;
    return { ...(taken.ok ? await serve(call, prepared) : refusedWith(rateLimited(taken))), rate };
  }

  async function serve(call: TranslateCall, prepared: PreparedRequest): Promise<Ending> {
    const { id, caller, lifetime, idempotency } = call;
    if (call.reader !== undefined) return streamCall(parts, call, prepared, workOf(call, false), call.reader);
    if (idempotency === undefined) return (await work(call, prepared)).ending;
    const { teamId } = caller;
    const { deadlineMs } = lifetime;
    const guard = await timed(call, 'look', () =>
      IdempotencyGuard.begin(
        { keyedCalls: parts.keyedCalls, replays: metering.replays, logger },
        { callId: id, teamId, idempotency, deadlineMs },
      ),
    );
    let counts: GuardOutcome = 'spent';
    try {
      const worked = await work(call, prepared, guard);
      counts = worked.counts;
      return worked.ending;
    } finally {
      await guard.end(counts);
    }
  }

  /** Looks, translates, charges. A repeat of a charged call reads the cache even if its caller skips it. */
  async function work(
    call: TranslateCall,
    prepared: PreparedRequest,
    guard?: IdempotencyGuard,
  ): Promise<Worked> {
    const { caller, lifetime, idempotency } = call;
    const seen = await timed(call, 'look', () =>
      metering.look(caller.teamId, prepared.characters, idempotency, budgetOf(caller)),
    );
    if (seen === 'conflict') return { counts: 'failed', ending: refusedWith(idempotencyConflict) };
    if (seen === 'quota_exceeded' || seen === 'key_quota_exceeded')
      return { counts: 'failed', ending: refusedWith(ledgerRefusals[seen]) };
    if (seen !== 'covered') guard?.repeats(seen);

    const translated = await timed(call, 'translate', (span) =>
      translator.translate(prepared, {
        ...workOf(call, seen !== 'covered'),
        span,
        ...(guard && { askEngines: () => guard.askEngines() }),
      }),
    ).catch((err: unknown) => {
      if (err instanceof ProblemError) return refusedWith(err.problem);
      // The queue sheds such a call on purpose, and there may be thousands of them.
      if (lifetime.ending === undefined && !(err instanceof OverloadError)) {
        logger.error('an engine failed', { requestId: call.id, err });
      }
      return refusedWith(engineFailure(lifetime));
    });
    if (!translated.ok) {
      // The client controls when it disconnects or lets the deadline pass, but not when an engine fails.
      return { counts: lifetime.ending === undefined ? 'failed' : 'spent', ending: translated };
    }

    const charged = await timed(call, 'charge', () =>
      metering.charge(chargeFor(call, translated), lifetime.signal),
    );
    return { counts: countsOf(charged), ending: endingOf(charged, translated, lifetime) };
  }

  function report(call: TranslateCall, progress: Progress, outcome: CallOutcome): void {
    if (outcome.ok) {
      progress.characters = outcome.characters;
      end(call, progress, 'ok');
    } else if (call.lifetime.ending === 'disconnect') {
      // A client that disconnected was not refused anything.
      end(call, progress, 'disconnected');
    } else {
      end(call, progress, outcome.problem.code);
      metering.countRefusal(call.caller.teamId, outcome.problem.code);
    }
  }

  function end({ caller, dialect, steps, span }: TranslateCall, progress: Progress, outcome: string): void {
    const { characters, startedMs } = progress;
    const durationMs = performance.now() - startedMs;
    metrics.endCall({ outcome, mode: caller.mode, dialect, characters, durationMs, steps });
    span?.set({ 'dragoman.characters': characters });
  }
}

interface Worked {
  readonly ending: Ending;
  /** Whether the engines' work counts against the Idempotency-Key. */
  readonly counts: GuardOutcome;
}
